/** The nodes of chains: those of simulation mode, and how either kind is opened. */
export { type ForkOrder, type NodesControl, NodesRefusal, nodesControl } from './control.ts'
export {
  createLocalNodes,
  type EvmChainName,
  evmChainNames,
  type LocalChainName,
  type LocalEvmNode,
  type LocalNodes,
  type LocalNodesOptions,
  type LocalNodesProcess,
} from './local-process.ts'
export { type ChainNodes, type ChainNodesParts, localChainNodes, openChainNodes } from './open.ts'
