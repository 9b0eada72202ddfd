/** The picture of the face, by the camera alone: a file would not say who sits here (KYCM-08). */
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Camera } from './modal-camera.tsx'
import { sendableOf } from './modal-file.ts'
import { Picture } from './modal-picture.tsx'
import { StepTitle } from './modal-step-title.tsx'
import { say } from './modal-texts.ts'
import styles from './modal.module.css'
import type { CameraFault } from './recording.ts'

export type FaceStepProps = {
  readonly selfie: File | null
  readonly isBusy: boolean
  /** Whether it begins with the camera, which failed before. */
  readonly isCameraTried: boolean
  readonly onPicture: (picture: File) => void
  readonly onDrop: () => void
  readonly onFault: (fault: CameraFault) => void
  readonly onSend: () => void
}

/** The biometric step. */
export function FaceStep(props: FaceStepProps) {
  const { selfie, isBusy, onPicture, onDrop, onFault, onSend } = props
  const [isMissing, setMissing] = useState(false)
  const [hasCamera, setCamera] = useState(props.isCameraTried)
  const take = async (picture: File) => {
    const found = await sendableOf(picture)
    if (typeof found === 'string') return onFault('cameraUnknown')
    setMissing(false)
    setCamera(false)
    return onPicture(found)
  }
  const send = () => {
    setMissing(selfie === null)
    if (selfie !== null) onSend()
  }
  return (
    <div className={styles['step']}>
      <StepTitle>{say('biometricTitle')}</StepTitle>
      <p role="status">
        {say(isBusy ? 'checkingFace' : selfie === null ? 'biometricHint' : 'biometricPreview')}
      </p>
      {selfie !== null && (
        <div className={styles['face']}>
          <Picture file={selfie} of={say('biometricTitle')} />
        </div>
      )}
      {selfie === null && hasCamera && (
        <Camera
          facing="user"
          name="selfie"
          onPicture={(picture) => {
            take(picture).catch(() => onFault('cameraUnknown'))
          }}
          onFault={onFault}
        />
      )}
      {selfie === null && !hasCamera && (
        <div className={styles['face']}>
          <span className={styles['empty']} aria-hidden="true">
            <Icon name="user" size={48} />
          </span>
          <Button kind="primary" onClick={() => setCamera(true)}>
            {say('openCamera')}
          </Button>
        </div>
      )}
      {isMissing && (
        <p className={styles['fault']} role="alert">
          <Icon name="warning" size={14} />
          {say('biometricMissing')}
        </p>
      )}
      <div className={styles['actions']}>
        {selfie !== null && !isBusy && <Button onClick={onDrop}>{say('faceAgain')}</Button>}
        <Button kind={selfie === null ? 'secondary' : 'primary'} isBusy={isBusy} onClick={send}>
          {say('sendFace')}
        </Button>
      </div>
    </div>
  )
}
