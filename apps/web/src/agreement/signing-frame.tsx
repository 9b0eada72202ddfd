/** What both pages of the agreement share: their frame, who may be here, and what stands meanwhile. */
import { agreementMessages } from '@tukar/i18n'
import { Navigate } from '../router/link.tsx'
import { type ReactNode, useState } from 'react'
import { SettingsFrame } from '../accounts/settings/settings-frame.tsx'
import settings from '../accounts/settings/settings.module.css'
import { createResource, useResource } from '../api/resource.ts'
import { sayer } from '../app/translate.ts'
import { ErrorState, Skeleton } from '../ui/feedback.tsx'

const say = sayer(agreementMessages)
/** As high as the usual parts of a form. */
const skeletonHeights = [22, 70, 70, 70, 70]

export type SigningFrameProps<Value> = {
  readonly title: string
  readonly text: string
  /** Asked again whenever the page is opened. */
  readonly load: () => Promise<Value>
  /** Where this page leads to with what was loaded; null: it stays (AGR-01, DEC-67). */
  readonly leadOn: (value: Value) => '/' | '/settings/agreement-sign' | null
  readonly children: (value: Value) => ReactNode
}

/** A page of the agreement. */
export function SigningFrame<Value>(props: SigningFrameProps<Value>) {
  const { title, text, load, leadOn, children } = props
  const [resource] = useState(() => createResource(load))
  const loaded = useResource(resource)
  if (loaded.state === 'ready') {
    const place = leadOn(loaded.value)
    if (place !== null) return <Navigate to={place} replace />
  }
  return (
    <SettingsFrame title={title} text={text} help={<Help />}>
      {loaded.state === 'ready' && children(loaded.value)}
      {loaded.state === 'loading' && <Waiting />}
      {loaded.state === 'error' && (
        <ErrorState
          title={say('loadFailed')}
          text={say('loadFailedText')}
          onRetry={resource.reload}
        />
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
      <h2>{say('helpTitle')}</h2>
      <ul>
        <li>{say('helpLaw')}</li>
        <li>{say('helpSealed')}</li>
        <li>{say('helpOnce')}</li>
      </ul>
    </>
  )
}
