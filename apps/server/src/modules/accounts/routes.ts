/** The calls of accounts, with their wire names. */
import { EnterAsDemo, SignIn, SignUp } from '@tukar/wire'
import type { FastifyRequest } from 'fastify'
import { decode, type HttpHost, success } from '../../platform/http/host.ts'
import type { AccountsService, SignedIn } from './service.ts'
import { type Sessions, tokenOf } from './sessions.ts'
import type { User } from './store.ts'

export type AccountsRoutes = {
  readonly service: AccountsService
  readonly sessions: Sessions
  readonly isSimulation: boolean
}

export function registerAccountRoutes(
  http: HttpHost,
  { service, sessions, isSimulation }: AccountsRoutes,
): void {
  http.get('/auth/status', async (request) => success(request))

  http.post('/auth/signup_post', async (request) => {
    const body = decode(SignUp, request.body)
    const userId = await service.register({
      name: body.name,
      email: body.email,
      password: body.password,
      passwordConfirm: body.password_confirm,
    })
    return success(request, { usid: userId }, { code: 'register.done' })
  })

  http.post('/auth/signin_post', async (request) => {
    const { email, password } = decode(SignIn, request.body)
    return signedIn(request, await service.signIn(email, password))
  })

  http.post('/auth/signout', async (request) => {
    await sessions.require(request)
    await sessions.close(tokenOf(request))
    return success(request, {}, { code: 'login.out' })
  })

  http.post('/users/check-token', async (request) => {
    const userId = await sessions.require(request)
    return success(request, { usid: userId })
  })

  http.get('/users/mydata', async (request) => {
    const user = await service.findUser(await sessions.require(request))
    return success(request, { data: user === null ? null : profileRow(user) })
  })

  if (!isSimulation) return
  http.get('/simulation/people', async (request) => {
    const people = await service.listDemoPeople()
    return success(request, { data: people.map(({ name, role }) => ({ name, role })) })
  })
  http.post('/simulation/enter', async (request) => {
    const { name } = decode(EnterAsDemo, request.body ?? {})
    return signedIn(request, await service.enterAsDemo(name ?? null))
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
