/** The package types its module for bundlers alone: this is the file of it that Node can import. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  const createBidi: () => Bidi
  export default createBidi
}
