/**
 * The list of keys: the action of each, a button to choose another key, and a switch that turns all off (WCAG
 * 2.1.4).
 */
import { keyMessages, layoutMessages } from '@tukar/i18n'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { pageTranslator } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { changedKeys, readChord, type KeyAction, listKeys, findConflict } from './key-map.ts'
import { chooseKey, resetKeys, showKeySheet, switchKeys, useKeys } from './key-store.ts'
import styles from './key-sheet.module.css'

const t = pageTranslator(layoutMessages)
const tKey = pageTranslator(keyMessages)

/** A key of an action, or one that cannot be changed. */
type Line = KeyAction | { readonly keyName: string; readonly does: string }

const orderLines: readonly Line[] = [
  'buy',
  'sell',
  'amount',
  'share25',
  'share50',
  'share75',
  'share100',
  { keyName: tKey('enter'), does: tKey('submit') },
  { keyName: tKey('escape'), does: tKey('leave') },
  'cancelNewest',
  'cancelAll',
]

const pageLines: readonly Line[] = [
  'finer',
  'coarser',
  'nextList',
  'markets',
  'fullScreen',
  'speak',
  'pause',
  'help',
]

/** The action whose key is being chosen, and the result. */
type Choosing = { readonly action: KeyAction | null; readonly said: string }

/** Modifier keys: a choice needs another key with them. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta'])

/** The sheet with the list of keys. */
export function KeySheet() {
  const { isOn, keys } = useKeys()
  const [{ action: chosen, said }, setChoosing] = useState<Choosing>({ action: null, said: '' })
  const choose = (action: KeyAction) =>
    setChoosing({ action, said: tKey('pressNew', { does: tKey(action) }) })
  const press = (event: KeyboardEvent<HTMLElement>, action: KeyAction) => {
    if (chosen !== action || event.key === 'Tab' || modifiers.has(event.key)) return
    // The press must reach neither the sheet nor the button.
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (event.key === 'Escape') return setChoosing({ action: null, said: tKey('kept') })
    const chord = readChord(event)
    if (chord === null) return setChoosing({ action, said: tKey('noSuchKey') })
    const key = listKeys(chord).join(' + ')
    const owner = findConflict(keys, chord, action)
    if (owner !== null) {
      return setChoosing({ action, said: tKey('keyTaken', { key, does: tKey(owner) }) })
    }
    chooseKey(action, chord)
    setChoosing({ action: null, said: tKey('keyChosen', { key, does: tKey(action) }) })
  }
  const lineProps = {
    chosen,
    onChoose: choose,
    onPress: press,
    onLeave: () => chosen !== null && setChoosing({ action: null, said: '' }),
  }
  const isChanged = Object.keys(changedKeys(keys)).length > 0
  return (
    <Dialog isOpen onClose={() => showKeySheet(false)} title={t('keys')} shape="wide">
      <div className={styles['sheet']} data-on={isOn}>
        <p className={styles['text']}>{tKey(isOn ? 'text' : 'off')}</p>
        <div className={styles['settings']}>
          <Checkbox checked={isOn} onChange={(event) => switchKeys(event.target.checked)}>
            {tKey('on')}
          </Checkbox>
          {isChanged && (
            <Button
              size="small"
              onClick={() => {
                resetKeys()
                setChoosing({ action: null, said: tKey('wereReset') })
              }}
            >
              {tKey('reset')}
            </Button>
          )}
        </div>
        <p className={styles['said']} role="status">
          {said}
        </p>
        <div className={styles['groups']}>
          <Lines title={tKey('order')} lines={orderLines} {...lineProps} />
          <Lines title={tKey('page')} lines={pageLines} {...lineProps} />
        </div>
      </div>
    </Dialog>
  )
}

type LineProps = {
  readonly chosen: KeyAction | null
  readonly onChoose: (action: KeyAction) => void
  readonly onPress: (event: KeyboardEvent<HTMLElement>, action: KeyAction) => void
  readonly onLeave: () => void
}

function Lines({
  title,
  lines,
  ...rest
}: LineProps & { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <dl className={styles['lines']}>
        {lines.map((line) =>
          typeof line === 'string' ? (
            <div key={line}>
              <dt>
                <KeyButton action={line} {...rest} />
              </dt>
              <dd>{tKey(line)}</dd>
            </div>
          ) : (
            <div key={line.does}>
              <dt>
                <kbd>{line.keyName}</kbd>
              </dt>
              <dd>{line.does}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  )
}

/** The keys of a chord, separated for screen readers too. */
function Keys({ names }: { readonly names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && <span> </span>}
      <kbd>{name}</kbd>
    </Fragment>
  ))
}

/** The key of an action as a button; after a press it waits for another key. */
function KeyButton({
  action,
  chosen,
  onChoose,
  onPress,
  onLeave,
}: LineProps & { readonly action: KeyAction }) {
  const { keys } = useKeys()
  const names = listKeys(keys[action])
  const isChosen = chosen === action
  const label = isChosen
    ? `${tKey('waiting')} ${tKey(action)}`
    : tKey('change', { key: names.join(' '), does: tKey(action) })
  return (
    <button
      type="button"
      className={styles['key']}
      data-chosen={isChosen}
      aria-label={label}
      title={tKey('changeHint')}
      onClick={() => onChoose(action)}
      onKeyDown={(event) => onPress(event, action)}
      onBlur={onLeave}
    >
      {isChosen ? tKey('waiting') : <Keys names={names} />}
    </button>
  )
}
