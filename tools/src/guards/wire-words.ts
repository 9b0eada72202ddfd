/** The wire's historic words stay at the wire (ADR 0004): anywhere else they are a finding. */
import { type Guard, isSource, isTesting } from './tree.ts'

const words =
  /\b(?:orang|mclose|saldo|ccurrency|hist|ticker|obook)_\w+|\b(?:obooks|ubal)\b|\bmarket_(?:place|position|amount|pair|name)\w*/g

/** The edges: code that translates the wire's words, and code that tests the product from outside. */
const edges: readonly RegExp[] = [
  /^packages\/wire\//,
  /^apps\/server\/src\/modules\/(?:[a-z-]+\/)+(?:[a-z-]+-)?routes(?:-[a-z-]+)?\.ts$/,
  /^apps\/server\/src\/(?:desk|realtime)\//,
  /^apps\/web\/src\/(?:[a-z-]+\/)+(?:[a-z-]+-)?(?:calls|wire|decode)\.ts$/,
  /^apps\/web\/src\/(?:(?:[a-z-]+\/)+load-[a-z-]+|feed\/worker)\.ts$/,
  /^(?:e2e|bench|tools)\//,
]

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')
}

export const wireWordsGuard: Guard = {
  name: 'wire words',
  check(tree) {
    return tree.files
      .filter((file) => isSource(file) && !isTesting(file))
      .filter((file) => !edges.some((edge) => edge.test(file)))
      .flatMap((file) => {
        const found = new Set(withoutComments(tree.read(file)).match(words) ?? [])
        return [...found].map((word) => ({ file, message: `says ${word}, a word of the wire` }))
      })
  },
}
