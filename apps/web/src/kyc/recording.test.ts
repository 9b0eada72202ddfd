import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  toCameraFault,
  enoughSeconds,
  instructionAt,
  recordingFault,
  recordingFile,
  recordingType,
  stopFromSeconds,
} from './recording.ts'

const limits = { videoBytes: 1_000, videoMinSeconds: 3, videoMaxSeconds: 60 }

test('KYC-32 DEC-56: WebM is preferred, then MP4, and without either nothing is recorded', () => {
  assert.equal(
    recordingType(() => true, false),
    'video/webm;codecs=vp8',
  )
  assert.equal(
    recordingType((type) => type === 'video/mp4', false),
    'video/mp4',
  )
  assert.equal(
    recordingType(() => false, false),
    null,
  )
})

test('DEC-56: on an engine with unreliable WebM, MP4 is preferred', () => {
  assert.match(recordingType(() => true, true) ?? '', /^video\/mp4/)
  assert.equal(
    recordingType((type) => type === 'video/webm', true),
    'video/webm',
  )
})

test('CONST-15 KYC-32: the file has the extension of its format, and a type without the codec', () => {
  const webm = recordingFile([new Blob(['x'])], 'video/webm;codecs=vp8')
  assert.deepEqual([webm.name, webm.type, webm.size], ['recording.webm', 'video/webm', 1])
  assert.equal(recordingFile([], 'video/mp4;codecs=avc1').name, 'recording.mp4')
})

test('KYC-28: one instruction is shown at a time, all within the promised seconds', () => {
  assert.equal(instructionAt(0), 'instructionStraight')
  assert.equal(instructionAt(1.5), 'instructionLeft')
  assert.equal(instructionAt(3.2), 'instructionRight')
  assert.equal(instructionAt(enoughSeconds), 'instructionDone')
})

test('KYC-33: an empty, short or large recording is not sent', () => {
  assert.equal(recordingFault({ size: 500, seconds: 3 }, limits), null)
  assert.equal(stopFromSeconds(limits), 4, 'the last pictures come late')
  assert.equal(recordingFault({ size: 0, seconds: 9 }, limits), 'recordingEmpty')
  assert.equal(recordingFault({ size: 500, seconds: 2.9 }, limits), 'recordingTooShort')
  assert.equal(recordingFault({ size: 1_001, seconds: 9 }, limits), 'recordingTooLarge')
})

test('DEC-57: each camera error has its own text', () => {
  const faults = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OverconstrainedError']
  assert.equal(new Set(faults.map(toCameraFault)).size, faults.length)
  assert.equal(toCameraFault('SecurityError'), 'cameraInsecure')
  assert.equal(toCameraFault('SomethingElse'), 'cameraUnknown')
})
