/** Chain nodes: the local ones of simulation mode, and opening either kind. */
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
export { type ChainNodes, type ChainNodesDeps, localChainNodes, openChainNodes } from './open.ts'
