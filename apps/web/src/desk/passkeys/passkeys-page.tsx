/** The operator's own passkeys: what there is, what is added, what is removed. */
import { deskPasskeyMessages } from '@tukar/i18n'
import { passkeyNameMax } from '@tukar/wire'
import { useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from '../desk.module.css'
import { DeskTable } from '../desk-table.tsx'
import type { OwnPageProps } from '../frame/own-page.ts'
import { momentText } from '../texts.ts'
import { LoadedPart } from '../loaded/loaded-part.tsx'
import { useLoaded } from '../use-loaded.ts'
import { canUsePasskeys } from './authenticator.ts'
import { addPasskey, loadPasskeys, type Passkey, removePasskey } from './passkey-calls.ts'

const say = sayer(deskPasskeyMessages)

/** What the page is called. */
export function passkeysTitle(): string {
  return say('title')
}

/** The page of the operator's own passkeys. */
export function PasskeysPage({ onChanged }: OwnPageProps) {
  const { loaded, reload } = useLoaded('passkeys', loadPasskeys)
  const changed = () => {
    reload()
    onChanged()
  }
  return (
    <div className={styles['page']}>
      <h1>{say('title')}</h1>
      <p className={styles['quiet']}>{say('text')}</p>
      <LoadedPart loaded={loaded} reload={reload} height={160}>
        {(value) => (
          <>
            {value.own.length === 0 ? (
              <Banner tone="warn">{say(value.isNeeded ? 'needed' : 'none')}</Banner>
            ) : (
              <PasskeyTable passkeys={value.own} onChanged={changed} />
            )}
            {canUsePasskeys() && window.location.origin === value.origin ? (
              <AddForm onChanged={changed} />
            ) : (
              <Banner tone="warn">{say('unsupported', { origin: value.origin })}</Banner>
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
    const told = await removePasskey(id)
    if (told.ok) toast('good', say('removed'))
    else toast('bad', failureText(told))
    onChanged()
  }
  return (
    <DeskTable
      label={say('title')}
      heads={[say('name'), say('added'), say('lastUsed'), say('remove')]}
    >
      {passkeys.map(({ id, name, addedAt, lastUsedAt }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td className={styles['moment']}>{momentText(addedAt)}</td>
          <td className={styles['moment']}>
            {lastUsedAt === null ? say('never') : momentText(lastUsedAt)}
          </td>
          <td>
            <Button size="small" kind="danger" onClick={() => void remove(id)}>
              {say('remove')}
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
    const told = await addPasskey(name.trim())
    setBusy(false)
    if (!told.ok) toast('bad', failureText(told))
    else if (told.value === 'unmade') toast('bad', say('notMade'))
    else {
      toast('good', say('addedNow'))
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
      <h2>{say('addTitle')}</h2>
      <Field
        label={say('nameLabel')}
        note={say('nameNote')}
        value={name}
        maxLength={passkeyNameMax}
        error={isMissing ? say('nameMissing') : null}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={styles['choices']}>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {say('add')}
        </Button>
      </div>
    </form>
  )
}
