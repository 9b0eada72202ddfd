/** The second page of the agreement (AGR-03, AGR-04): its text, and the consent. */
import { agreementMessages } from '@tukar/i18n'
import { useNavigate } from '../router/state.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { accountFailureText } from '../accounts/failure.ts'
import { reloadProfile } from '../accounts/settings/profile.ts'
import { useAlert } from '../accounts/use-alert.ts'
import { useBusy } from '../accounts/use-busy.ts'
import { pageTranslator } from '../app/translate.ts'
import { ArticleBody } from '../news/article-body.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { VisuallyHidden } from '../ui/feedback.tsx'
import { Icon } from '../ui/icon.tsx'
import { agreeTo, loadAgreement, loadSigning } from './agreement-calls.ts'
import type { AgreementText } from './agreement-wire.ts'
import styles from './agreement.module.css'
import { shareRead } from './share-read.ts'
import { SigningFrame } from './signing-frame.tsx'

const t = pageTranslator(agreementMessages)

async function load() {
  const [{ mayAgree }, agreement] = await Promise.all([loadSigning(), loadAgreement()])
  return { mayAgree, agreement }
}

/** `/settings/agreement-sign-two` */
export function SignTwoPage() {
  return (
    <SigningFrame
      title={t('textTitle')}
      text={t('textText')}
      load={load}
      findRedirect={({ mayAgree, agreement }) => {
        if (!mayAgree) return '/'
        return agreement.isReady ? null : '/settings/agreement-sign'
      }}
    >
      {({ agreement }) => <Agreement agreement={agreement} />}
    </SigningFrame>
  )
}

function Agreement({ agreement }: { readonly agreement: AgreementText }) {
  const { blocks, version, summary } = agreement
  const text = useRef<HTMLElement>(null)
  const percent = useReading(text)
  return (
    <>
      <section className={styles['summary']} aria-labelledby="in-short">
        <h2 id="in-short">{t('inShort')}</h2>
        <ul>
          {summary.map((line) => (
            <li key={line}>
              <Icon name="check" size={18} />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        <p className={styles['version']}>
          {t('version', { version })}
          <Button size="small" onClick={() => window.print()}>
            <Icon name="print" size={16} />
            {t('print')}
          </Button>
        </p>
      </section>
      <article ref={text} className={styles['text']}>
        <VisuallyHidden as="h2">{t('textTitle')}</VisuallyHidden>
        <ArticleBody blocks={blocks} />
      </article>
      <Consent version={version} percent={percent} />
    </>
  )
}

/** The share of the text that was read, in whole percent; it never falls. */
function useReading(text: RefObject<HTMLElement | null>): number {
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const updatePercent = () => {
      const box = text.current?.getBoundingClientRect()
      if (box === undefined) return
      const now = shareRead(box, window.innerHeight)
      setPercent((before) => Math.max(before, now))
    }
    updatePercent()
    addEventListener('scroll', updatePercent, { passive: true })
    addEventListener('resize', updatePercent)
    return () => {
      removeEventListener('scroll', updatePercent)
      removeEventListener('resize', updatePercent)
    }
  }, [text])
  return percent
}

/** Always visible. Enabled once the end of the text was visible, or the user confirms that it was read. */
function Consent({ version, percent }: { readonly version: string; readonly percent: number }) {
  const [isTicked, setTicked] = useState(false)
  const navigate = useNavigate()
  const alert = useAlert()
  const { isBusy, onSubmit } = useBusy()
  const isRead = isTicked || percent >= 100
  const submit = async () => {
    if (!isRead) return
    alert.clear()
    const outcome = await agreeTo(version)
    if (!outcome.ok) return alert.show('bad', accountFailureText(outcome))
    alert.show('good', outcome.message)
    // Reload after leaving the page; otherwise the new profile would redirect home.
    await navigate({ to: '/settings/profile' })
    reloadProfile()
  }
  return (
    <form className={styles['consent']} onSubmit={(event) => onSubmit(event, submit)}>
      <div className={styles['progress']} data-done={isRead}>
        <progress max={100} value={percent} aria-label={t('progress', { percent })} />
      </div>
      <Checkbox checked={isRead} onChange={(event) => setTicked(event.target.checked)}>
        {t('read')}
      </Checkbox>
      <p className={styles['consentNote']}>{isRead ? '' : t('readNote')}</p>
      <div className={styles['consentWays']}>
        <ButtonLink to="/settings/agreement-sign">{t('backToForm')}</ButtonLink>
        <Button type="submit" kind="primary" disabled={!isRead} isBusy={isBusy}>
          {t(isBusy ? 'agreeing' : 'agree')}
        </Button>
      </div>
    </form>
  )
}
