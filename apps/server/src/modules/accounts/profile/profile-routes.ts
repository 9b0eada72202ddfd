/** The user's profile (API-06, API-07). Everything can be read; only the nickname can be changed (SRV-26). */
import { calls, type IdentityFigures, nicknameOf, nicknameRow, profileRow } from '@tukar/wire'
import { type HttpHost, success } from '../../../platform/http/host.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { route } from '../../../platform/http/route.ts'
import { parseLine } from '../../../platform/text/plain-text.ts'
import { acceptedText } from '../../../platform/text/refused-text.ts'
import { isDemoPerson } from '../demo-people/demo-people-store.ts'
import type { AccountsDeps } from '../deps.ts'
import { findUser, updateNickname } from './profile-store.ts'

/** In characters (DEC-38). */
const nicknameLengthMax = 50
const nicknameFaults = {
  empty: 'profile.nickname',
  long: 'profile.nickname_long',
  letter: 'profile.nickname_letter',
} as const

export type ProfileDeps = Pick<AccountsDeps, 'database' | 'sessions'> & {
  /** The state of identity check and agreement of a user. */
  readonly identityFiguresOf: (userId: number) => Promise<IdentityFigures>
}

/** Serves `GET` and `POST /users/mydata`. */
export function registerProfile(
  http: HttpHost,
  { database, sessions, identityFiguresOf }: ProfileDeps,
): void {
  route(http, sessions, calls.profile, async ({ request, userId }) => {
    const user = await findUser(database, userId)
    if (user === null) throw new Refusal('session.invalid')
    return success(request, { data: profileRow(user, await identityFiguresOf(userId)) })
  })

  route(http, sessions, calls.updateProfile, async ({ request, userId, input }) => {
    const read = parseLine(nicknameOf(input), nicknameLengthMax)
    const nickname = acceptedText(read, nicknameFaults, nicknameLengthMax)
    // Many people share a demo person, so a nickname written by one would be shown to another.
    if (await isDemoPerson(database, userId)) throw new Refusal('profile.demo_person')
    // The account may have been deleted since the session was checked.
    const isUpdated = await updateNickname(database, userId, nickname)
    if (!isUpdated) throw new Refusal('session.invalid')
    return success(request, { data: nicknameRow(nickname) }, { code: 'profile.done' })
  })
}
