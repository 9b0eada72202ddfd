-- Sessions from before an end was sealed end once: nothing says until when they may last. Their owners sign in again.
delete from accounts.session where lasts_until is null;
