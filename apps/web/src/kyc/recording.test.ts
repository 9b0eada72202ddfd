import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cameraFaultOf,
  enoughSeconds,
  instructionAt,
  recordingFault,
  recordingFile,
  recordingType,
  stopFromSeconds,
} from './recording.ts'

const limits = { videoBytes: 1_000, videoMinSeconds: 3, videoMaxSeconds: 60 }

test('KYC-32 DEC-56: WebM is recorded where it can be, else MP4, and nothing where neither can', () => {
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

test('DEC-56: on an engine whose WebM is not to be trusted, MP4 comes first', () => {
  assert.match(recordingType(() => true, true) ?? '', /^video\/mp4/)
  assert.equal(
    recordingType((type) => type === 'video/webm', true),
    'video/webm',
  )
})

test('CONST-15 KYC-32: the file has the name of its format, and its type without the codec', () => {
  const webm = recordingFile([new Blob(['x'])], 'video/webm;codecs=vp8')
  assert.deepEqual([webm.name, webm.type, webm.size], ['recording.webm', 'video/webm', 1])
  assert.equal(recordingFile([], 'video/mp4;codecs=avc1').name, 'recording.mp4')
})

test('KYC-28: one thing is asked for at a time, and all within the seconds that are promised', () => {
  assert.equal(instructionAt(0), 'instructionStraight')
  assert.equal(instructionAt(1.5), 'instructionLeft')
  assert.equal(instructionAt(3.2), 'instructionRight')
  assert.equal(instructionAt(enoughSeconds), 'instructionDone')
})

test('KYC-33: a recording that is empty, short or large is not sent', () => {
  assert.equal(recordingFault({ size: 500, seconds: 3 }, limits), null)
  assert.equal(stopFromSeconds(limits), 4, 'the last pictures come late')
  assert.equal(recordingFault({ size: 0, seconds: 9 }, limits), 'recordingEmpty')
  assert.equal(recordingFault({ size: 500, seconds: 2.9 }, limits), 'recordingTooShort')
  assert.equal(recordingFault({ size: 1_001, seconds: 9 }, limits), 'recordingTooLarge')
})

test('DEC-57: each refusal of a camera has its own words', () => {
  const faults = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OverconstrainedError']
  assert.equal(new Set(faults.map(cameraFaultOf)).size, faults.length)
  assert.equal(cameraFaultOf('SecurityError'), 'cameraInsecure')
  assert.equal(cameraFaultOf('SomethingElse'), 'cameraUnknown')
})
