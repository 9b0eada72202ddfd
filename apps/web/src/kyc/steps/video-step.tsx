/** The live video (KYC-28 to KYC-33): camera, recording, playback, and upload with progress. */
import { kycMessages } from '@tukar/i18n'
import { useEffect, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import { megabytesText } from '../../wallets/rupiah/proof-file.ts'
import { isOutOfOrder, sendVideo } from '../kyc-calls.ts'
import { KycActions, KycFrame } from '../kyc-frame.tsx'
import styles from '../kyc.module.css'
import type { StepProps } from './nationality-step.tsx'
import { useObjectUrl } from './picture-field.tsx'
import {
  enoughSeconds,
  instructionAt,
  type RecordingFault,
  recordingFault,
  stopFromSeconds,
} from '../recording.ts'
import { Refusal } from '../refusal.tsx'
import type { Limits, Variant } from './steps.ts'
import { type Recorder, type RecorderState, useRecorder } from '../use-recorder.ts'

const t = pageTranslator(kycMessages)

/** The delay before playback starts (KYC-30). */
const playbackDelayMs = 500

type VideoStepProps = StepProps & { readonly variant: Variant }

/** `/kyc/{id,global}/tiga` */
export function VideoStep(props: VideoStepProps) {
  const { variant, status } = props
  const recorder = useRecorder(status.limits)
  const { state } = recorder
  return (
    <KycFrame
      at={3}
      variant={variant}
      title={t('videoTitle')}
      text={t('videoText', { seconds: enoughSeconds })}
      isCapture
    >
      <Refusal status={status} />
      {state.phase === 'stopped' ? (
        <Playback {...props} file={state.file} seconds={state.seconds} />
      ) : (
        <Camera recorder={recorder} limits={status.limits} />
      )}
    </KycFrame>
  )
}

/** The text over the camera preview. */
function overlayText(state: RecorderState): string {
  switch (state.phase) {
    case 'asking':
      return t('cameraStarting')
    case 'ready':
      return t('instructionReady')
    case 'counting':
      return String(state.left)
    case 'recording':
      return t(instructionAt(state.seconds))
    case 'failed':
    case 'stopped':
      return ''
  }
}

type CameraProps = { readonly recorder: Recorder; readonly limits: Limits }

function Camera({ recorder, limits }: CameraProps) {
  const { state, preview, start, stop, retry } = recorder
  const isRecording = state.phase === 'recording'
  const isLongEnough = isRecording && state.seconds >= stopFromSeconds(limits)
  return (
    <>
      <div className={styles['stage']} data-phase={state.phase}>
        <video ref={preview} autoPlay muted playsInline aria-label={t('cameraPreview')} />
        {state.phase === 'failed' ? (
          <div className={styles['failed']} role="alert">
            <Icon name="warning" size={28} />
            <strong>{t('cameraTitle')}</strong>
            <p>{t(state.fault)}</p>
            <Button onClick={retry}>{t('tryAgain')}</Button>
          </div>
        ) : (
          <p className={styles['over']} role="status" data-big={state.phase === 'counting'}>
            {overlayText(state)}
          </p>
        )}
        {isRecording && <span className={styles['red']} aria-hidden="true" />}
      </div>
      <RecordingFigures state={state} limits={limits} />
      <KycActions>
        <Button
          kind={isRecording ? 'secondary' : 'primary'}
          size="large"
          isWide
          disabled={state.phase !== 'ready'}
          onClick={start}
        >
          {t('startRecording')}
        </Button>
        <Button
          kind={isRecording ? 'primary' : 'secondary'}
          size="large"
          isWide
          disabled={!isLongEnough}
          onClick={stop}
        >
          {t('stopRecording')}
        </Button>
      </KycActions>
    </>
  )
}

function RecordingFigures({
  state,
  limits,
}: {
  readonly state: RecorderState
  readonly limits: Limits
}) {
  const { videoMaxSeconds, videoBytes } = limits
  const [seconds, bytes] = state.phase === 'recording' ? [state.seconds, state.bytes] : [0, 0]
  return (
    <div className={styles['figures']}>
      <progress
        max={videoMaxSeconds}
        value={Math.min(seconds, videoMaxSeconds)}
        aria-label={t('recordingLength')}
      />
      <p>
        <span>{t('recordingTime', { seconds: Math.floor(seconds), most: videoMaxSeconds })}</span>
        <span>
          {t('recordingSize', {
            size: megabytesText(bytes),
            most: megabytesText(videoBytes),
          })}
        </span>
        <span>{t('atLeast', { seconds: stopFromSeconds(limits) })}</span>
      </p>
    </div>
  )
}

type PlaybackProps = VideoStepProps & { readonly file: File; readonly seconds: number }

/** True once the recording can be played (KYC-30). */
function useLater(delayMs: number): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return isThere
}

function faultText(fault: RecordingFault, { videoMinSeconds }: Limits): string {
  return fault === 'recordingTooShort' ? t(fault, { seconds: videoMinSeconds }) : t(fault)
}

function Playback({ variant, status, file, seconds, onMoved }: PlaybackProps) {
  const url = useObjectUrl(file)
  const isShown = useLater(playbackDelayMs)
  const [percent, setPercent] = useState(0)
  const { isBusy, run } = useBusy()
  const fault = recordingFault({ size: file.size, seconds }, status.limits)
  const [refused, setRefused] = useState<string | null>(null)
  const error = fault === null ? refused : faultText(fault, status.limits)
  const submit = async () => {
    setRefused(null)
    setPercent(0)
    const failure = await sendVideo(variant, file, (share) => setPercent(Math.floor(share * 100)))
    if (failure !== null) setRefused(failureText(failure))
    if (failure === null || isOutOfOrder(failure)) onMoved()
  }
  return (
    <>
      <div className={styles['stage']} data-phase="stopped">
        {isShown && url !== null && (
          <video src={url} controls autoPlay muted playsInline aria-label={t('playback')} />
        )}
      </div>
      {error !== null && (
        <Banner tone="bad" isSpoken>
          {error}
        </Banner>
      )}
      <p className={styles['quiet']}>
        {t('playbackText')} {megabytesText(file.size)} MB
      </p>
      <KycActions>
        {isBusy && <progress max={100} value={percent} aria-label={t('sendRecording')} />}
        <Button
          kind="primary"
          size="large"
          isWide
          isBusy={isBusy}
          disabled={fault !== null}
          onClick={() => run(submit)}
        >
          {isBusy ? t('sendingRecording', { percent }) : t('sendRecording')}
        </Button>
        {/* The page restarts with the camera (KYC-31). */}
        <Button size="large" isWide disabled={isBusy} onClick={() => location.reload()}>
          {t('recordAgain')}
        </Button>
      </KycActions>
    </>
  )
}
