/** The frame of both agreement pages: layout, access check, and skeleton. */
import { agreementMessages } from '@tukar/i18n'
import { Navigate } from '../router/link.tsx'
import { type ReactNode, useState } from 'react'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import settings from '../accounts/settings/settings.module.css'
import { createResource, useResource } from '../api/resource.ts'
import { pageTranslator } from '../app/translate.ts'
import { ErrorState, Skeleton } from '../ui/feedback.tsx'

const t = pageTranslator(agreementMessages)
/** The heights of a usual form's sections. */
const skeletonHeights = [22, 70, 70, 70, 70]

export type SigningFrameProps<Value> = {
  readonly title: string
  readonly text: string
  /** Called again whenever the page opens. */
  readonly load: () => Promise<Value>
  /** The page to redirect to, by the loaded value; null stays (AGR-01, DEC-67). */
  readonly findRedirect: (value: Value) => '/' | '/settings/agreement-sign' | null
  readonly children: (value: Value) => ReactNode
}

/** A page of the agreement. */
export function SigningFrame<Value>(props: SigningFrameProps<Value>) {
  const { title, text, load, findRedirect, children } = props
  const [resource] = useState(() => createResource(load))
  const loaded = useResource(resource)
  if (loaded.state === 'ready') {
    const redirect = findRedirect(loaded.value)
    if (redirect !== null) return <Navigate to={redirect} replace />
  }
  return (
    <SettingsFrame title={title} text={text} help={<Help />}>
      {loaded.state === 'ready' && children(loaded.value)}
      {loaded.state === 'loading' && <Waiting />}
      {loaded.state === 'error' && (
        <ErrorState title={t('loadFailed')} text={t('loadFailedText')} onRetry={resource.reload} />
      )}
    </SettingsFrame>
  )
}

function Waiting() {
  return (
    <div className={settings['card']} aria-hidden="true">
      {skeletonHeights.map((height, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  )
}

function Help() {
  return (
    <>
      <h2>{t('helpTitle')}</h2>
      <ul>
        <li>{t('helpLaw')}</li>
        <li>{t('helpSealed')}</li>
        <li>{t('helpOnce')}</li>
      </ul>
    </>
  )
}
