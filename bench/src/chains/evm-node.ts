/** An EVM node with the same answer for each block: a number of token logs, some of them to us. */
import { createServer, type Server } from 'node:http'

export type MadeNode = {
  readonly url: string
  stop(): Promise<void>
}

export type MadeBlocks = {
  readonly chainId: number
  /** In lower case. */
  readonly token: string
  readonly logsPerBlock: number
  /** One in this many logs goes to the address of its number. */
  readonly ownedEvery: number
  readonly addressOf: (number: number) => string
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const stranger = '0x00000000000000000000000000000000000000ee'

/** Starts it on a free port. */
export async function startMadeNode(made: MadeBlocks): Promise<MadeNode> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const calls = JSON.parse(Buffer.concat(chunks).toString('utf8')) as readonly Call[]
      const replies = calls.map(({ id, method, params }) => {
        return { jsonrpc: '2.0', id, result: answer(made, method, params) }
      })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, stop: () => stopped(server) }
}

type Call = {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function answer(made: MadeBlocks, method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return hexOf(made.chainId)
    case 'eth_getBlockByNumber':
      return blockOf(made, Number(params[0]))
    case 'eth_getLogs': {
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const count = Number(toBlock) - Number(fromBlock) + 1
      const blocks = Array.from({ length: count }, (_, at) => Number(fromBlock) + at)
      return blocks.flatMap((block) =>
        Array.from({ length: made.logsPerBlock }, (_, at) => logOf(made, block, at)),
      )
    }
    case 'eth_getTransactionReceipt':
      return receiptOf(made, String(params[0]))
    default:
      return null
  }
}

function blockOf({ logsPerBlock }: MadeBlocks, number: number) {
  return {
    number: hexOf(number),
    hash: wordOf(1, number),
    parentHash: wordOf(1, number - 1),
    timestamp: hexOf(1_700_000_000 + number),
    logsBloom: `0x${'ff'.repeat(256)}`,
    transactions: Array.from({ length: logsPerBlock }, (_, at) => ({
      hash: txidOf(number, at),
      transactionIndex: hexOf(at),
      type: '0x2',
      from: stranger,
      to: stranger,
      value: '0x0',
    })),
  }
}

function logOf({ token, ownedEvery, addressOf }: MadeBlocks, block: number, at: number) {
  const to = at % ownedEvery === 0 ? addressOf(at) : stranger
  return {
    address: token,
    topics: [transferTopic, topicOf(stranger), topicOf(to)],
    data: `0x${(1_000_000).toString(16).padStart(64, '0')}`,
    blockNumber: hexOf(block),
    blockHash: wordOf(1, block),
    transactionHash: txidOf(block, at),
    transactionIndex: hexOf(at),
    logIndex: hexOf(at),
    removed: false,
  }
}

function receiptOf(made: MadeBlocks, txid: string) {
  const block = Number(`0x${txid.slice(-32, -16)}`)
  const at = Number(`0x${txid.slice(-16)}`)
  return {
    transactionHash: txid,
    transactionIndex: hexOf(at),
    blockNumber: hexOf(block),
    blockHash: wordOf(1, block),
    status: '0x1',
    gasUsed: hexOf(50_000),
    effectiveGasPrice: hexOf(1_000_000_000),
    logs: [logOf(made, block, at)],
  }
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

function wordOf(kind: number, number: number): string {
  return `0x${String(kind)}${number.toString(16).padStart(63, '0')}`
}

function txidOf(block: number, at: number): string {
  const [high, low] = [block.toString(16).padStart(16, '0'), at.toString(16).padStart(16, '0')]
  return `0x${'2'.repeat(32)}${high}${low}`
}

function topicOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}
