/** Reads a side of a document in any orientation: askew, on its side or upside down. */
import { type DocumentText, readDocument } from '../card/document.ts'
import { type Orientation, findOrientation } from './lines.ts'
import { greyForText, leveled, type Pixels, type QuarterTurn } from './pictures.ts'
import type { Reader } from './reading.ts'
import { findZone, zoneText } from './zone.ts'

/** The recognized text, and by how much the side was turned. */
export type SideRead = { readonly text: DocumentText; readonly turn: QuarterTurn }

/** A smaller slope does not disturb the reader, and cannot be measured on a few letters. */
const slopeMinDegrees = 0.6
/** Cards have more than 200 signs. With fewer than these it is no page, and is not turned to and fro. */
const pageSignsMin = 60

/** The document of this side; null if it is unreadable in every orientation. */
export async function readSide(reader: Reader, side: Uint8Array): Promise<SideRead | null> {
  const first = await likelierHold(side)
  const text = await readHeld(reader, first)
  if (text !== null) return { text, turn: first.turn }
  if (first.lie.signs < pageSignsMin) return null
  const second = await hold(side, first.turn === 0 ? 180 : 270)
  const turnedText = await readHeld(reader, second)
  return turnedText === null ? null : { text: turnedText, turn: second.turn }
}

/** Whether a picture shows lines of text like a document, upright or on its side; a face alone has none. */
export async function isPage(picture: Uint8Array): Promise<boolean> {
  return (await likelierHold(picture)).lie.signs >= pageSignsMin
}

type Held = { readonly turn: QuarterTurn; readonly greys: Pixels; readonly lie: Orientation }

async function hold(side: Uint8Array, turn: QuarterTurn): Promise<Held> {
  const greys = await greyForText(side, turn)
  return { turn, greys, lie: findOrientation(greys) }
}

/** The likelier of the two orientations in which the lines run from left to right. */
async function likelierHold(side: Uint8Array): Promise<Held> {
  const upright = await hold(side, 0)
  if (upright.lie.signs >= pageSignsMin) return upright
  const turned = await hold(side, 90)
  return turned.lie.signs >= pageSignsMin ? turned : upright
}

async function readHeld(reader: Reader, { greys, lie }: Held): Promise<DocumentText | null> {
  const isAskew = Math.abs(lie.degrees) >= slopeMinDegrees
  return readGreys(reader, isAskew ? await leveled(greys, lie.degrees) : greys)
}

/** A passport is read by its zone, if there is one; other documents by their lines of text. */
async function readGreys(reader: Reader, greys: Pixels): Promise<DocumentText | null> {
  const zone = findZone(greys)
  if (zone !== null) {
    const passport = readDocument([], zoneText(zone, await reader.signs(zone.pixels)))
    if (passport !== null) return passport
  }
  return readDocument(await reader.lines(greys), null)
}
