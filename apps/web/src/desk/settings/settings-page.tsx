/** The settings that operators change at run time: value, default, and last change. */
import { consoleSettingMessages } from '@tukar/i18n'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback.tsx'
import { ChangeDialog } from '../change/change-dialog.tsx'
import type { ChangeRequest } from '../change/change-calls.ts'
import { localize } from '../change/change-texts.ts'
import styles from '../desk.module.css'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { t as tDesk } from '../texts.ts'
import { useLoaded } from '../use-loaded.ts'
import { SettingPart } from './setting-part.tsx'
import { loadSettings } from './settings-calls.ts'

const t = pageTranslator(consoleSettingMessages)
const pageHeight = 640

/** The title of the page. */
export function settingsTitle(): string {
  return t('settings')
}

/** The page of settings. */
export function SettingsPage({ onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('settings', loadSettings)
  const [opened, setOpened] = useState<string | null>(null)
  const [change, setChange] = useState<ChangeRequest | null>(null)
  return (
    <div className={styles['page']}>
      <h1>{t('settings')}</h1>
      <p className={styles['quiet']}>{t('settingsText')}</p>
      {loaded.state === 'loading' && <Skeleton height={pageHeight} />}
      {loaded.state === 'error' && (
        <ErrorState
          title={tDesk('failedTitle')}
          text={failureText(loaded.failure)}
          code={loaded.failure.requestId}
          onRetry={reload}
        />
      )}
      {loaded.state === 'ready' && loaded.value.length === 0 && (
        <EmptyState>{t('empty')}</EmptyState>
      )}
      {loaded.state === 'ready' &&
        loaded.value.map(({ key, title, settings }) => (
          <section key={key} className={styles['card']} aria-label={localize(title)}>
            <h2>{localize(title)}</h2>
            {settings.map((setting) => (
              <SettingPart
                key={setting.key}
                setting={setting}
                isOpen={opened === setting.key}
                onOpen={(isOpen) => setOpened(isOpen ? setting.key : null)}
                onPropose={(value) =>
                  setChange({ kind: 'setting.set', input: { key: setting.key, value } })
                }
              />
            ))}
          </section>
        ))}
      {change !== null && (
        <ChangeDialog
          {...change}
          onClose={() => setChange(null)}
          onDone={() => {
            setOpened(null)
            reload()
            onChanged()
          }}
        />
      )}
    </div>
  )
}
