/** Asks an operator without a passkey for an authenticator code, and warns that it is weaker. */
import { consolePasskeyMessages } from '@tukar/i18n'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { codeLength } from '../../accounts/codes/code.ts'
import { CodeField } from '../../accounts/codes/code-field.tsx'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Banner } from '../../ui/feedback.tsx'
import styles from '../desk.module.css'
import { firstWaiting, giveCode, onWaiting } from './code-asking.ts'

const t = pageTranslator(consolePasskeyMessages)

/** The dialog, rendered once in the console's frame; open while a decision waits for a code. */
export function CodeDialog() {
  const waiting = useSyncExternalStore(onWaiting, firstWaiting)
  if (waiting === undefined) return null
  return (
    <Dialog isOpen onClose={() => giveCode(null)} title={t('codeTitle')}>
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
      <p>{t('codeText')}</p>
      <Banner tone="warn">{t('codeWeaker')}</Banner>
      <CodeField
        label={t('codeLabel')}
        note={t('codeNote')}
        value={code}
        error={isMissing ? t('codeMissing') : null}
        onChange={setCode}
      />
      <div className={styles['choices']}>
        <Button onClick={() => giveCode(null)}>{t('codeCancel')}</Button>
        <Button type="submit" kind="primary">
          {t('codeConfirm')}
        </Button>
      </div>
    </form>
  )
}
