/**
 * Both sides of the document: chosen as files or taken by the camera, previewed, sent (KYCM-05 to KYCM-07).
 */
import { useId, useRef, useState } from 'react'
import { useBusy } from '../../accounts/use-busy.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Camera } from './modal-camera.tsx'
import { documentTypes, toSendable } from './modal-file.ts'
import { Picture } from './modal-picture.tsx'
import { StepTitle } from './modal-step-title.tsx'
import type { DocumentSide, ModalStep } from './modal-steps.ts'
import { t, tStep } from './modal-texts.ts'
import styles from './modal.module.css'
import type { PictureFault } from '../steps/picture-file.ts'
import type { CameraFault } from '../recording.ts'

export type DocumentStepProps = {
  readonly shown: Extract<ModalStep, { readonly name: 'document' }>['shown']
  /** Whether all required pictures are there. */
  readonly isComplete: boolean
  readonly front: File | null
  readonly back: File | null
  readonly isBusy: boolean
  /** Whether the step starts with the camera, after an earlier camera failure. */
  readonly isCameraTried: boolean
  readonly onPicture: (side: DocumentSide, picture: File) => void
  readonly onDrop: (side: DocumentSide) => void
  readonly onFault: (fault: CameraFault) => void
  readonly onSend: () => void
}

const sideKeys = { front: 'documentFront', back: 'documentBack' } as const
const hintKeys = { front: 'documentFrontHint', back: 'documentBackHint' } as const

/** The document step. */
export function DocumentStep(props: DocumentStepProps) {
  const { shown, isComplete, front, back, isBusy, onPicture, onDrop, onFault, onSend } = props
  const [isMissing, setMissing] = useState(false)
  const send = () => {
    setMissing(!isComplete)
    if (isComplete) onSend()
  }
  return (
    <div className={styles['step']}>
      <StepTitle>{t('documentTitle')}</StepTitle>
      <p role="status">
        {isBusy
          ? t('checkingDocument')
          : t(shown === 'preview' ? 'documentPreview' : hintKeys[shown])}
      </p>
      <div className={styles['sides']}>
        <Side side="front" file={front} isNow={shown === 'front'} isBusy={isBusy} onDrop={onDrop} />
        <Side side="back" file={back} isNow={shown === 'back'} isBusy={isBusy} onDrop={onDrop} />
      </div>
      {shown !== 'preview' && (
        <Taking
          key={shown}
          side={shown}
          isCameraTried={props.isCameraTried}
          onPicture={(picture) => {
            setMissing(false)
            onPicture(shown, picture)
          }}
          onFault={onFault}
        />
      )}
      {isComplete && shown === 'back' && <p>{t('backOptional')}</p>}
      {isMissing && (
        <p className={styles['fault']} role="alert">
          <Icon name="warning" size={14} />
          {t('documentMissing')}
        </p>
      )}
      <div className={styles['actions']}>
        <Button kind={isComplete ? 'primary' : 'secondary'} isBusy={isBusy} onClick={send}>
          {t('sendDocument')}
        </Button>
      </div>
    </div>
  )
}

type SideProps = {
  readonly side: DocumentSide
  readonly file: File | null
  readonly isNow: boolean
  readonly isBusy: boolean
  readonly onDrop: (side: DocumentSide) => void
}

function Side({ side, file, isNow, isBusy, onDrop }: SideProps) {
  const name = t(sideKeys[side])
  return (
    <figure className={styles['side']} data-now={isNow}>
      <figcaption>{name}</figcaption>
      {file === null ? (
        <span className={styles['empty']} aria-hidden="true">
          <Icon name="user" size={28} />
        </span>
      ) : (
        <>
          <Picture file={file} of={name} />
          <TextButton disabled={isBusy} onClick={() => onDrop(side)}>
            {t('takeAgain', { side: name.toLowerCase() })}
          </TextButton>
        </>
      )}
    </figure>
  )
}

type TakingProps = {
  readonly side: DocumentSide
  readonly isCameraTried: boolean
  readonly onPicture: (picture: File) => void
  readonly onFault: (fault: CameraFault) => void
}

/** The choice between file and camera. */
function Taking({ side, isCameraTried, onPicture, onFault }: TakingProps) {
  const [hasCamera, setCamera] = useState(isCameraTried)
  const [fault, setFault] = useState<PictureFault | null>(null)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const name = t(sideKeys[side])
  const pick = (picked: File | undefined) => {
    if (picked === undefined) return
    run(async () => {
      const found = await toSendable(picked)
      if (typeof found === 'string') return setFault(found)
      setFault(null)
      return onPicture(found)
    })
  }
  if (hasCamera) {
    return (
      <Camera
        facing="environment"
        name={side}
        onPicture={pick}
        onFault={onFault}
        onLeave={() => setCamera(false)}
      />
    )
  }
  return (
    <div className={styles['taking']}>
      <input
        ref={input}
        className={styles['file']}
        id={id}
        type="file"
        accept={documentTypes.join(',')}
        aria-label={`${t('chooseFile')}: ${name}`}
        tabIndex={-1}
        onChange={(event) => {
          pick(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <div className={styles['actions']}>
        <Button isBusy={isBusy} onClick={() => input.current?.click()}>
          {t('chooseFile')}
        </Button>
        <Button kind="primary" isBusy={isBusy} onClick={() => setCamera(true)}>
          {t('useCamera')}
        </Button>
      </div>
      <p className={styles['quiet']}>{t('fileHint')}</p>
      {fault !== null && (
        <p className={styles['fault']} role="alert">
          <Icon name="warning" size={14} />
          {fault === 'pictureType' ? t('fileType') : tStep(fault)}
        </p>
      )}
    </div>
  )
}
