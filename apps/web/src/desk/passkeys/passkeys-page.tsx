/** The operator's passkeys: list, addition, removal. */
import { consolePasskeyMessages } from '@tukar/i18n'
import { passkeyNameMax } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import type { FeaturePageProps } from '../frame/feature-page.ts'
import { momentText } from '../texts.ts'
import { LoadedPart } from '../loaded/loaded-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { canUsePasskeys } from './authenticator.ts'
import { addPasskey, loadPasskeys, type Passkey, removePasskey } from './passkey-calls.ts'

const t = pageTranslator(consolePasskeyMessages)

/** The title of the page. */
export function passkeysTitle(): string {
  return t('title')
}

/** The page of the operator's passkeys. */
export function PasskeysPage({ onChanged }: FeaturePageProps) {
  const { loaded, reload } = useLoaded('passkeys', loadPasskeys)
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <div className={styles['page']}>
      <h1>{t('title')}</h1>
      <p className={styles['quiet']}>{t('text')}</p>
      <LoadedPart loaded={loaded} reload={reload} height={160}>
        {(value) => (
          <>
            {value.own.length === 0 ? (
              <Banner tone="warn">{t(value.isNeeded ? 'needed' : 'none')}</Banner>
            ) : (
              <PasskeyTable passkeys={value.own} onChanged={changed} />
            )}
            {canUsePasskeys() && window.location.origin === value.origin ? (
              <AddForm onChanged={changed} />
            ) : (
              <Banner tone="warn">{t('unsupported', { origin: value.origin })}</Banner>
            )}
          </>
        )}
      </LoadedPart>
    </div>
  )
}

type Changing = { readonly onChanged: () => void }

function PasskeyTable({
  passkeys,
  onChanged,
}: Changing & { readonly passkeys: readonly Passkey[] }) {
  const remove = async (id: string) => {
    const outcome = await removePasskey(id)
    if (outcome.ok) toast('good', t('removed'))
    else toast('bad', failureText(outcome))
    onChanged()
  }
  return (
    <DeskTable label={t('title')} heads={[t('name'), t('added'), t('lastUsed'), t('remove')]}>
      {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td className={styles['moment']}>{momentText(addedAt)}</td>
          <td className={styles['moment']}>
            {lastUsedAt === null ? t('never') : momentText(lastUsedAt)}
          </td>
          <td>
            <Button size="small" kind="danger" onClick={() => void remove(id)}>
              {t('remove')}
            </Button>
          </td>
        </tr>
      ))}
    </DeskTable>
  )
}

function AddForm({ onChanged }: Changing) {
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const add = async () => {
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    setBusy(true)
    const outcome = await addPasskey(name.trim())
    setBusy(false)
    if (!outcome.ok) toast('bad', failureText(outcome))
    else if (outcome.value === 'unmade') toast('bad', t('notMade'))
    else {
      toast('good', t('addedNow'))
      setName('')
      onChanged()
    }
  }
  return (
    <form
      className={styles['card']}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <h2>{t('addTitle')}</h2>
      <Field
        label={t('nameLabel')}
        note={t('nameNote')}
        value={name}
        maxLength={passkeyNameMax}
        error={isMissing ? t('nameMissing') : null}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles['choices']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}
