/** Where one is in the console: its addresses, and what each shows. */

export type CasePart = 'deposits' | 'withdrawals'

export type Place =
  | { readonly page: 'overview' | 'audit' | 'operators' }
  | {
      readonly page: 'cases'
      readonly part: CasePart
      readonly queue: string
      /** The case that is open beside the list; null none. */
      readonly id: number | null
    }

/** Every queue by its part; the first is what the part opens with. */
export const queuesOf: Readonly<Record<CasePart, readonly string[]>> = {
  deposits: ['proof', 'quarantined', 'all'],
  withdrawals: ['waiting', 'unknown', 'all'],
}

/** The path below which the console lies. */
export const deskPath = '/executor'

/** What a path shows; an unknown one shows the overview. */
export function placeOf(path: string): Place {
  const [, root = '', part = '', queue = '', id = ''] = path.split('/')
  const overview = { page: 'overview' } as const
  if (`/${root}` !== deskPath) return overview
  if (part === 'audit' || part === 'operators') return { page: part }
  if (part !== 'deposits' && part !== 'withdrawals') return overview
  const queues = queuesOf[part]
  const known = queues.includes(queue) ? queue : (queues[0] ?? '')
  const isId = known === queue && /^[1-9]\d{0,14}$/.test(id)
  return { page: 'cases', part, queue: known, id: isId ? Number(id) : null }
}

/** The path of a place. */
export function pathOf(place: Place): string {
  if (place.page === 'overview') return deskPath
  if (place.page !== 'cases') return `${deskPath}/${place.page}`
  const { part, queue, id } = place
  return [deskPath, part, queue, ...(id === null ? [] : [id])].join('/')
}

/** The place of a queue as the overview names it: "deposits.proof"; null of one that is not known. */
export function placeOfQueue(name: string): Extract<Place, { page: 'cases' }> | null {
  const [part = '', queue = ''] = name.split('.')
  if (part !== 'deposits' && part !== 'withdrawals') return null
  return queuesOf[part].includes(queue) ? { page: 'cases', part, queue, id: null } : null
}
