/** The picture of the face, by camera only: a file would not prove that the user is present (KYCM-08). */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Camera } from './modal-camera.tsx'
import { toSendable } from './modal-file.ts'
import { Picture } from './modal-picture.tsx'
import { StepTitle } from './modal-step-title.tsx'
import { t } from './modal-texts.ts'
import styles from './modal.module.css'
import type { CameraFault } from '../recording.ts'

export type FaceStepProps = {
  readonly selfie: File | null
  readonly isBusy: boolean
  /** Whether the step starts with the camera, after an earlier camera failure. */
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
    const found = await toSendable(picture)
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
      <StepTitle>{t('biometricTitle')}</StepTitle>
      <p role="status">
        {t(isBusy ? 'checkingFace' : selfie === null ? 'biometricHint' : 'biometricPreview')}
      </p>
      {selfie !== null && (
        <div className={styles['face']}>
          <Picture file={selfie} of={t('biometricTitle')} />
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
            {t('openCamera')}
          </Button>
        </div>
      )}
      {isMissing && (
        <p className={styles['fault']} role="alert">
          <Icon name="warning" size={14} />
          {t('biometricMissing')}
        </p>
      )}
      <div className={styles['actions']}>
        {selfie !== null && !isBusy && <Button onClick={onDrop}>{t('faceAgain')}</Button>}
        <Button kind={selfie === null ? 'secondary' : 'primary'} isBusy={isBusy} onClick={send}>
          {t('sendFace')}
        </Button>
      </div>
    </div>
  )
}
