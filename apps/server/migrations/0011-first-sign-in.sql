-- Since when an account is somebody's: who signed in once keeps it, though devices and sessions are
-- forgotten after a while (DEC-29). Security events tell it of those who did so before this column.
alter table accounts.users add column first_signed_in_at timestamptz;
update accounts.users u set first_signed_in_at = seen.first
from (
  select user_id, min(at) as first from (
    select account_id as user_id, at from security.event where kind = 'session.opened'
    union all select user_id, created_at from accounts.session
    union all select user_id, last_seen_at from accounts.known_device
  ) as sign_in group by user_id
) as seen
where seen.user_id = u.id;
