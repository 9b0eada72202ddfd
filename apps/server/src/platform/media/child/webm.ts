/**
 * The consistent part of a webm, element by element (RFC 8794, RFC 9559). A recording that was cut, or has
 * trailing bytes, is read as far as possible: the video reader would search the rest for another element
 * endlessly.
 */

const segmentId = 0x1853_8067
const clusterId = 0x1f43_b675
/** SeekHead, Info, Tracks, Cluster, Cues, Tags, Chapters, Attachments; Void and CRC-32. */
const segmentChildren = new Set([
  0x114d_9b74,
  0x1549_a966,
  0x1654_ae6b,
  clusterId,
  0x1c53_bb6b,
  0x1254_c367,
  0x1043_a770,
  0x1941_a469,
  0xec,
  0xbf,
])
/** Timestamp, SimpleBlock, BlockGroup, PrevSize, Position; Void and CRC-32. */
const clusterChildren = new Set([0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0xec, 0xbf])

type Element = {
  readonly id: number
  readonly dataAt: number
  /** Null: as far as its children go. */
  readonly size: number | null
}

/** Everything before the first invalid element; empty if the beginning is invalid. */
export function cutToWholePart(content: Buffer): Buffer {
  const head = elementAt(content, 0)
  const segment = head === null || head.size === null ? null : nextTo(content, head)
  if (segment?.id !== segmentId) return content.subarray(0, 0)
  return content.subarray(0, findEnd(content, segment.dataAt))
}

/** The end of the last valid and complete element. */
function findEnd(content: Buffer, from: number): number {
  let end = from
  let inCluster = false
  for (let element = elementAt(content, end); element !== null; element = elementAt(content, end)) {
    const isOfSegment = segmentChildren.has(element.id)
    if (!isOfSegment && !(inCluster && clusterChildren.has(element.id))) break
    const isOpenCluster = element.id === clusterId && element.size === null
    if (element.size === null && !isOpenCluster) break
    const elementEnd = element.dataAt + (element.size ?? 0)
    if (elementEnd > content.length) break
    if (isOfSegment && element.id > 0xff) inCluster = isOpenCluster
    end = elementEnd
  }
  return end
}

function nextTo(content: Buffer, { dataAt, size }: Element): Element | null {
  return elementAt(content, dataAt + (size ?? 0))
}

function elementAt(content: Buffer, from: number): Element | null {
  const id = numberAt(content, from)
  const size = id === null ? null : numberAt(content, from + id.length)
  if (id === null || size === null || id.length > 4) return null
  const mark = 2 ** (7 * size.length)
  const length = size.value - mark
  return {
    id: id.value,
    dataAt: from + id.length + size.length,
    size: length === mark - 1 ? null : length,
  }
}

/**
 * A number of one to eight bytes, whose length is the number of leading zero bits. The marker bit stays in
 * the value.
 */
function numberAt(content: Buffer, from: number): { value: number; length: number } | null {
  const first = content[from] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || from + length > content.length) return null
  let value = 0
  for (let at = from; at < from + length; at++) value = value * 256 + (content[at] ?? 0)
  return { value, length }
}
