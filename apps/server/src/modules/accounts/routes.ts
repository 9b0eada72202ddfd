/** The calls of accounts, with their wire names. */
import { calls } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { createClientLimit } from './client-limit.ts'
import type { AccountsService, SignedIn } from './service.ts'
import { type Sessions, tokenOf } from './sessions.ts'
import type { User } from './store.ts'

/** What one client address may do: at once, and by the second. */
const signUpsPerSecond = 5
const entryBurst = 100
const entriesPerSecond = 5

export type AccountsRoutes = {
  readonly service: AccountsService
  readonly sessions: Sessions
  readonly isSimulation: boolean
  /** Accounts that one client address may open at once. */
  readonly signUpBurst: number
}

/** Serves accounts and sessions; in simulation mode the demo people too. */
export function registerAccountRoutes(http: HttpHost, routes: AccountsRoutes): void {
  registerSessions(http, routes)
  if (routes.isSimulation) registerDemoPeople(http, routes)
}

function registerSessions(
  http: HttpHost,
  { service, sessions, signUpBurst }: AccountsRoutes,
): void {
  const limitSignUps = createClientLimit(signUpBurst, signUpsPerSecond)
  route(http, sessions, calls.status, async ({ request }) => success(request))

  route(http, sessions, calls.signUp, async ({ request, input }) => {
    limitSignUps(request.ip)
    const userId = await service.register({
      name: input.name,
      email: input.email,
      password: input.password,
      passwordConfirm: input.password_confirm,
      clientAddress: request.ip,
    })
    return success(request, { usid: userId }, { code: 'register.done' })
  })

  route(http, sessions, calls.signIn, async ({ request, input }) =>
    signedIn(request, await service.signIn(input.email, input.password, request.ip)),
  )

  route(http, sessions, calls.signOut, async ({ request }) => {
    await sessions.close(tokenOf(request))
    return success(request, {}, { code: 'login.out' })
  })

  route(http, sessions, calls.checkToken, async ({ request, userId }) =>
    success(request, { usid: userId }),
  )

  route(http, sessions, calls.profile, async ({ request, userId }) => {
    const user = await service.findUser(userId)
    if (user === null) throw new Refusal('session.invalid')
    return success(request, { data: profileRow(user) })
  })
}

function registerDemoPeople(http: HttpHost, { service, sessions }: AccountsRoutes): void {
  const limitEntries = createClientLimit(entryBurst, entriesPerSecond)
  route(http, sessions, calls.demoPeople, async ({ request }) => {
    const people = await service.listDemoPeople()
    return success(request, { data: people.map(({ name, role }) => ({ name, role })) })
  })

  route(http, sessions, calls.enterAsDemo, async ({ request, input }) => {
    limitEntries(request.ip)
    return signedIn(request, await service.enterAsDemo(input?.name ?? null))
  })
}

function signedIn(request: FastifyRequest, { token, userId }: SignedIn) {
  return success(request, { action: 'login_complete', token, usid: userId }, { code: 'login.done' })
}

/** The profile (DATA-01); what later issues fill is empty, not missing. */
function profileRow(user: User) {
  return {
    orang_id: user.userId,
    orang_name: user.fullName,
    orang_nickname: user.nickname,
    orang_email: user.email,
    orang_kyc_status: 'not approve',
    orang_agreement: 0,
    two_fa_is_active: false,
    orang_nik: null,
    orang_niktype: null,
    orang_profession: null,
    orang_address: null,
    orang_domicile: null,
    orang_income_source: null,
    orang_income: null,
    orang_acc_purpose: null,
    orang_mobilenumber: null,
    orang_birthplace: null,
    orang_birthday: null,
    orang_gender: null,
    orang_address_city: null,
    orang_address_province: null,
    orang_mother_name: null,
    orang_npwp_number: null,
    orang_nik_file: null,
    orang_warganegara: null,
    orang_video_file: null,
  }
}
