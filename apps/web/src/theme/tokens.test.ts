/**
 * Goal: colors stay legible after each change. Reads the shipped tokens and computes the WCAG contrast of
 * every text on every background, of text over depth bars, and of rise against fall under color blindness.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Rgb = readonly [number, number, number]
type Tokens = ReadonlyMap<string, string>

const sheet = readFileSync(new URL('../../../src/theme/tokens.css', import.meta.url), 'utf8')

/** The declarations of the blocks with one of these selectors. */
function tokensOf(...selectors: readonly string[]): Tokens {
  const tokens = new Map<string, string>()
  for (const [, list = '', body = ''] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const named = list
      .replace(/\/\*.*?\*\//gs, '')
      .split(',')
      .map((name) => name.trim())
    if (!named.some((name) => selectors.includes(name))) continue
    for (const [, key = '', value = ''] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      tokens.set(key, value.trim())
    }
  }
  return tokens
}

const dark = ':root[data-theme="dark"]'
const light = ':root[data-theme="light"]'
const safe = ':root[data-pair="safe"]'
const themes: readonly (readonly [string, Tokens])[] = [
  ['dark', tokensOf(':root', dark)],
  ['light', tokensOf(':root', light)],
  ['dark, safe pair', tokensOf(':root', dark, safe)],
  ['light, safe pair', tokensOf(':root', light, `${light}[data-pair="safe"]`)],
]

function rgbOf(tokens: Tokens, name: string): Rgb {
  const hex = /^#([0-9a-f]{6})$/.exec(tokens.get(name) ?? '')?.[1]
  assert.ok(hex !== undefined, `--${name} is a color`)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

const linear = (value: number) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** A color over another one with an opacity between 0 and 1. */
function over([r, g, b]: Rgb, [x, y, z]: Rgb, share: number): Rgb {
  const mix = (top: number, below: number) => top * share + below * (1 - share)
  return [mix(r, x), mix(g, y), mix(b, z)]
}

const grounds = ['bg0', 'bg1', 'bg2', 'bg3']
const texts = ['text', 'text-2', 'text-3', 'accent', 'up', 'down', 'warn', 'info']

for (const [theme, tokens] of themes) {
  const ratio = (one: string, other: string) => contrast(rgbOf(tokens, one), rgbOf(tokens, other))

  test(`${theme}: every text is at least 4.5:1 on every ground`, () => {
    for (const ground of grounds) {
      for (const text of texts) {
        assert.ok(
          ratio(text, ground) >= 4.5,
          `${text} on ${ground}: ${ratio(text, ground).toFixed(2)}`,
        )
      }
    }
  })

  test(`${theme}: the edge of controls is at least 3:1 on the grounds that controls stand on`, () => {
    for (const ground of ['bg0', 'bg1', 'bg2']) {
      assert.ok(ratio('control-line', ground) >= 3, `on ${ground}`)
    }
  })

  test(`${theme}: the focus ring is at least 3:1 on every ground`, () => {
    for (const ground of grounds) assert.ok(ratio('focus', ground) >= 3, `on ${ground}`)
  })

  test(`${theme}: text on filled buttons is at least 4.5:1`, () => {
    for (const fill of ['accent', 'up', 'down']) {
      assert.ok(ratio(`on-${fill}`, fill) >= 4.5, fill)
    }
  })

  test(`${theme}: a price is legible over its own depth bar and its flash`, () => {
    const share = Number.parseInt(tokens.get('bar') ?? '', 10) / 100
    for (const side of ['up', 'down']) {
      const bar = over(rgbOf(tokens, side), rgbOf(tokens, 'bg1'), share)
      assert.ok(contrast(rgbOf(tokens, side), bar) >= 4.5, `${side} over its bar`)
      const flash = over(rgbOf(tokens, side), rgbOf(tokens, 'bg1'), 0.28)
      assert.ok(contrast(rgbOf(tokens, 'text'), flash) >= 7, `text over the flash of ${side}`)
    }
  })
}

/** A color as seen without one kind of cone: linear RGB by Viénot's matrices. */
const blindness: Readonly<Record<string, readonly Rgb[]>> = {
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
}

function lab([red, green, blue]: Rgb): Rgb {
  const cube = (r: number, g: number, b: number) => Math.cbrt(r * red + g * green + b * blue)
  const l = cube(0.4122214708, 0.5363325363, 0.0514459929)
  const m = cube(0.2119034982, 0.6806995451, 0.1073969566)
  const s = cube(0.0883024619, 0.2817188376, 0.6299787005)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function seenBy(kind: string, color: Rgb): Rgb {
  const [r, g, b] = [linear(color[0]), linear(color[1]), linear(color[2])]
  const [one, two, three] = (blindness[kind] ?? []).map(([x, y, z]) => x * r + y * g + z * b)
  return lab([one ?? 0, two ?? 0, three ?? 0])
}

for (const [theme, tokens] of themes.slice(2)) {
  test(`${theme}: rise and fall differ clearly for deutan and protan eyes`, () => {
    for (const kind of Object.keys(blindness)) {
      const [up, down] = ['up', 'down'].map((side) => seenBy(kind, rgbOf(tokens, side)))
      const difference = Math.hypot(...[0, 1, 2].map((at) => (up?.[at] ?? 0) - (down?.[at] ?? 0)))
      assert.ok(difference >= 0.2, `${kind}: ${difference.toFixed(3)}`)
    }
  })
}
