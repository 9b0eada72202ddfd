/** Asks an operator without a passkey for a fresh code of his authenticator, and says that it is weaker. */
import { deskPasskeyMessages } from '@tukar/i18n'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { CodeField } from '../../accounts/codes/code-field.tsx'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import { firstWaiting, giveCode, onWaiting } from './code-asking.ts'

const say = sayer(deskPasskeyMessages)

/** The dialog; stands once in the console's frame, and is there while a decision waits for a code. */
export function CodeDialog() {
  const asking = useSyncExternalStore(onWaiting, firstWaiting)
  if (asking === undefined) return null
  return (
    <Dialog isOpen onClose={() => giveCode(null)} title={say('codeTitle')}>
      <CodeForm />
    </Dialog>
  )
}

function CodeForm() {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  const confirm = () => {
    if (code.length === codeLength) giveCode(code)
    else setMissing(true)
  }
  return (
    <form
      className={styles['dialogForm']}
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
    >
      <p>{say('codeText')}</p>
      <Banner tone="warn">{say('codeWeaker')}</Banner>
      <CodeField
        label={say('codeLabel')}
        note={say('codeNote')}
        value={code}
        error={isMissing ? say('codeMissing') : null}
        onChange={setCode}
      />
      <div className={styles['choices']}>
        <Button onClick={() => giveCode(null)}>{say('codeCancel')}</Button>
        <Button type="submit" kind="primary">
          {say('codeConfirm')}
        </Button>
      </div>
    </form>
  )
}
