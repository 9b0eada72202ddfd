/** Where one is in the console: its addresses, and what each shows. */
import { chainDepositQueues, chainWithdrawalQueues, identityQueues, rowNumber } from '@tukar/wire'
import type { ChainPart } from '../chains/chain-cases.ts'

export type CasePart = 'deposits' | 'withdrawals'

type IdentityQueue = (typeof identityQueues)[number]

export type ConsoleRoute =
  | { readonly page: 'overview' | 'audit' | 'operators' | 'chains' }
  | {
      /** Nothing is at this address. */
      readonly page: 'nowhere'
      readonly path: string
    }
  | {
      /** A page that its part adds (`own-pages.ts`). */
      readonly page: 'own'
      readonly name: string
      readonly rest: readonly string[]
    }
  | {
      readonly page: 'cases'
      readonly part: CasePart
      readonly queue: string
      /** The case that is open beside the list; null none. */
      readonly id: number | null
    }
  | {
      readonly page: 'chain_cases'
      readonly part: ChainPart
      readonly queue: string
      readonly id: number | null
    }
  | {
      readonly page: 'identity'
      readonly queue: IdentityQueue
      readonly id: number | null
    }

/** Every queue by its part; the first is what the part opens with. */
export const queuesOf: Readonly<Record<CasePart, readonly string[]>> = {
  deposits: ['proof', 'quarantined', 'all'],
  withdrawals: ['waiting', 'unknown', 'all'],
}

/** The queues of coins, by their part. */
export const chainQueuesOf: Readonly<Record<ChainPart, readonly string[]>> = {
  'chain-deposits': chainDepositQueues,
  'chain-withdrawals': chainWithdrawalQueues,
}

/** The path below which the console lies. */
const deskPath = '/executor'

const ownGrammar = /^[a-z][a-z-]{0,30}$/
const restGrammar = /^[\w.:-]{1,60}$/

/** What a path shows; a part without a queue shows its first one. */
export function parsePath(path: string): ConsoleRoute {
  const nowhere = { page: 'nowhere', path } as const
  const [, root, part = '', ...rest] = path.replace(/\/+$/, '').split('/')
  if (`/${root}` !== deskPath) return nowhere
  if (part === '' && rest.length === 0) return { page: 'overview' }
  if (part === 'audit' || part === 'operators' || part === 'chains') {
    return rest.length === 0 ? { page: part } : nowhere
  }
  if (part === 'identity') {
    const at = parseQueue(identityQueues, rest)
    return at === null ? nowhere : { page: part, ...at }
  }
  if (part === 'chain-deposits' || part === 'chain-withdrawals') {
    const at = parseQueue(chainQueuesOf[part], rest)
    return at === null ? nowhere : { page: 'chain_cases', part, ...at }
  }
  if (part === 'deposits' || part === 'withdrawals') {
    const at = parseQueue(queuesOf[part], rest)
    return at === null ? nowhere : { page: 'cases', part, ...at }
  }
  const isOwn = ownGrammar.test(part) && rest.every((one) => restGrammar.test(one))
  return isOwn ? { page: 'own', name: part, rest } : nowhere
}

/** The queue and the case that an address names below its part; null where there is none of them. */
function parseQueue<Queue extends string>(
  queues: readonly Queue[],
  [asked, id, ...beyond]: readonly string[],
): { readonly queue: Queue; readonly id: number | null } | null {
  const queue = asked === undefined ? queues[0] : queues.find((one) => one === asked)
  if (queue === undefined || beyond.length > 0) return null
  if (id === undefined) return { queue, id: null }
  const caseId = rowNumber(id)
  return caseId === null ? null : { queue, id: caseId }
}

/** The path of a place. */
export function toPath(place: ConsoleRoute): string {
  if (place.page === 'overview') return deskPath
  if (place.page === 'nowhere') return place.path
  if (place.page === 'own') return [deskPath, place.name, ...place.rest].join('/')
  if (place.page !== 'cases' && place.page !== 'identity' && place.page !== 'chain_cases') {
    return `${deskPath}/${place.page}`
  }
  const { queue, id } = place
  const part = place.page === 'identity' ? place.page : place.part
  return [deskPath, part, queue, ...(id === null ? [] : [id])].join('/')
}

/** The queue of changes of roles, as the overview names it. */
export const proposalsQueue = 'operators.proposals'

/** The place of a queue as the overview names it: "deposits.proof"; null of one that is not known. */
export function findQueueRoute(name: string): ConsoleRoute | null {
  if (name === proposalsQueue) return { page: 'operators' }
  const [part = '', queue = ''] = name.split('.')
  if (part === 'chains') return { page: 'chains' }
  if (part === 'chain_deposits' || part === 'chain_withdrawals') {
    const own = part === 'chain_deposits' ? 'chain-deposits' : 'chain-withdrawals'
    const isKnown = chainQueuesOf[own].includes(queue)
    return isKnown ? { page: 'chain_cases', part: own, queue, id: null } : null
  }
  if (part === 'identity') {
    const known = identityQueues.find((one) => one === queue)
    return known === undefined ? null : { page: part, queue: known, id: null }
  }
  if (part !== 'deposits' && part !== 'withdrawals') return null
  return queuesOf[part].includes(queue) ? { page: 'cases', part, queue, id: null } : null
}
