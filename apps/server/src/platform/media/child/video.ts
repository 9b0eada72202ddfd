/** Reads a video frame by frame: its length, and the sharpest of some keyframes as an image. */
import { BufferSource, EncodedPacketSink, Input, type InputVideoTrack, MP4, WEBM } from 'mediabunny'
import type { VideoKind } from '../kinds.ts'
import { framesMax, stillsMax } from '../limits.ts'
import type { Outcome } from '../messages.ts'
import { findSharpest } from './stills.ts'
import { cutToWholePart } from './webm.ts'

const msPerSecond = 1_000
const timesOnly = { metadataOnly: true } as const

/** Rejects, or returns `broken`, for no frames, too many, or invalid times. */
export async function openVideo(content: Buffer, kind: VideoKind): Promise<Outcome> {
  const isMp4 = kind === 'mp4'
  const input = new Input({
    source: new BufferSource(isMp4 ? content : cutToWholePart(content)),
    formats: isMp4 ? [MP4] : [WEBM],
  })
  if (!(await input.canRead())) return { ok: false, why: 'type' }
  const track = await input.getPrimaryVideoTrack()
  if (track === null) return { ok: false, why: 'broken' }
  const counted = await countFrames(new EncodedPacketSink(track))
  if (counted === null) return { ok: false, why: 'broken' }
  const { durationMs, frames } = counted
  return { ok: true, figures: [durationMs, frames], bytes: await extractStill(track) }
}

/** Counts in decoding order; null for none, for too many, and for invalid times. */
async function countFrames(
  sink: EncodedPacketSink,
): Promise<{ readonly durationMs: number; readonly frames: number } | null> {
  let frames = 0
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for await (const { timestamp, duration } of sink.packets(undefined, undefined, timesOnly)) {
    frames += 1
    if (frames > framesMax) return null
    from = Math.min(from, timestamp)
    to = Math.max(to, timestamp + duration)
  }
  const durationMs = Math.round((to - from) * msPerSecond)
  return Number.isInteger(durationMs) && durationMs >= 0 ? { durationMs, frames } : null
}

/** The sharpest of some keyframes spread over the video; empty if they cannot be drawn here. */
async function extractStill(track: InputVideoTrack): Promise<Buffer> {
  if ((await track.getCodec()) !== 'vp8') return Buffer.alloc(0)
  const sink = new EncodedPacketSink(track)
  const keys: number[] = []
  let key = await sink.getFirstKeyPacket(timesOnly)
  while (key !== null && keys.length < framesMax) {
    keys.push(key.timestamp)
    key = await sink.getNextKeyPacket(key, timesOnly)
  }
  const step = Math.max(1, keys.length / stillsMax)
  const frames: Uint8Array[] = []
  for (let at = 0; at < keys.length; at += step) {
    const packet = await sink.getKeyPacket(keys[Math.floor(at)] ?? 0)
    if (packet !== null) frames.push(packet.data)
  }
  return findSharpest(frames)
}
