/**
 * The process of the bitcoin node, started by chain.ts. In addition to the calls of a node it answers
 * `x_mine`, `x_fork` and `x_pay`. It prints {"port":n} and ends when its standard input closes.
 */
import { loadBcoin } from './bcoin.ts'
import { fieldsOf, textsOf } from '../fields.ts'
import { createRpcServer } from './http.ts'
import { openLocalNode } from './node.ts'

const key = process.env['BITCOIN_KEY'] ?? ''
const folder = process.env['BITCOIN_FOLDER'] ?? ''
const port = Number(process.env['BITCOIN_PORT'] ?? 0)
const user = process.env['BITCOIN_USER'] ?? ''

const local = await openLocalNode(loadBcoin(), folder)
const { calls } = local.node.rpc
calls['x_mine'] = async ([blocks, to]) =>
  local.mine(Number(blocks), typeof to === 'string' ? to : null)
calls['x_fork'] = async ([fork]) => {
  const { depth, blocks, transactions, isForgetful } = fieldsOf(fork)
  return local.fork({
    depth: Number(depth),
    blocks: Number(blocks),
    transactions: textsOf(transactions),
    isForgetful: isForgetful === true,
  })
}
calls['x_pay'] = async ([address, satoshi]) => local.pay(String(address), Number(satoshi))

const authorization = `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`
const server = createRpcServer(authorization, (body) => local.node.rpc.call(body))
let isEnding = false

function end(): void {
  if (isEnding) return
  isEnding = true
  server.close()
  server.closeAllConnections()
  void local.close().finally(() => process.exit(0))
}

process.stdin.on('end', end).on('close', end).on('error', end).resume()
process.once('SIGTERM', end)
process.once('SIGINT', end)
server.listen(port, '127.0.0.1', () => {
  const address = server.address()
  const found = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`${JSON.stringify({ port: found })}\n`)
})
