/** Who is signed in. */
import { useQuery } from '@tanstack/react-query'
import { send } from '../api/request.ts'
import { useSession } from '../api/session.ts'

export type Profile = {
  readonly fullName: string
  readonly nickname: string
  readonly email: string
}

/** The profile of who is signed in; undefined for a guest and until it is known. */
export function useProfile(): Profile | undefined {
  const session = useSession()
  const { data } = useQuery({
    queryKey: ['profile', session?.userId],
    enabled: session !== null,
    queryFn: loadProfile,
  })
  return session === null ? undefined : data
}

async function loadProfile(): Promise<Profile> {
  const outcome = await send({ host: 'api', method: 'GET', path: '/users/mydata' })
  if (!outcome.ok) throw new Error(outcome.code)
  const data = outcome.body['data'] as Record<string, string>
  return {
    fullName: data['orang_name'] ?? '',
    nickname: data['orang_nickname'] ?? '',
    email: data['orang_email'] ?? '',
  }
}
