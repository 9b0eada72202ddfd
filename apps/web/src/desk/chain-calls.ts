/** The console's calls of chains. */
import type {
  ChainCase,
  ChainCaseRow,
  ChainPart,
  Chains,
  ChainVerdict,
  Steering,
} from './chain-cases.ts'
import { readChainCase, readChainCases, readChains } from './chain-wire-reading.ts'
import { get, post, told, type Told } from './desk-calls.ts'
import { type OwnReserve, readReserves, type ReserveProposal } from './reserves.ts'
import { type Paged, readMail, type ShownMail } from './wire-reading.ts'

/** A page of a queue. */
export async function loadChainCases(
  part: ChainPart,
  queue: string,
  page: number,
): Promise<Told<Paged<ChainCaseRow>>> {
  return told(await get(part, { queue, page }), (body) => readChainCases(body, part))
}

/** A case with all that is known of it. */
export async function loadChainCase(part: ChainPart, id: number): Promise<Told<ChainCase | null>> {
  return told(await get(`${part}/${id}`), (body) => readChainCase(body, part))
}

/** Decides; the reason is kept in the record. */
export async function decideChainCase(
  { part, id }: Pick<ChainCase, 'part' | 'id'>,
  verdict: ChainVerdict,
): Promise<Told<null>> {
  return told(await post(`${part}/${id}/decide`, verdict), () => null)
}

/** The mail that the person would get; none where the server says so. */
export async function previewChainCase(
  { part, id }: Pick<ChainCase, 'part' | 'id'>,
  { decision, reason }: ChainVerdict,
): Promise<Told<ShownMail | null>> {
  return told(await post(`${part}/${id}/preview`, { decision, reason }), readMail)
}

/** How the chains are, and what we hold. */
export async function loadChains(): Promise<Told<Chains>> {
  return told(await get('chains'), readChains)
}

/** Pauses a chain or lets it go on; the reason is kept in the record. */
export async function steerChain({ fromHeight, ...rest }: Steering): Promise<Told<null>> {
  return told(await post('chains', { ...rest, from_height: fromHeight }), () => null)
}

/** Coins of the house that wait for a second person. */
export async function loadReserves(): Promise<Told<readonly ReserveProposal[]>> {
  return told(await get('chain-reserves'), readReserves)
}

/** Proposes, or confirms what another proposed; the reason is kept in the record. */
export async function bookReserve(reserve: OwnReserve, reason: string): Promise<Told<null>> {
  const { chain, currency, amount } = reserve
  return told(await post('chain-reserves', { chain, currency, amount, reason }), () => null)
}
