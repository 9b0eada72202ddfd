/** The list of the page's keys, with the switch that turns them off (WCAG 2.1.4). */
import { layoutMessages } from '@tukar/i18n'
import { sayer } from '../../app/say.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showKeySheet, switchKeys, useKeys } from './key-store.ts'
import styles from './key-sheet.module.css'

const say = sayer(layoutMessages)

type Line = { readonly keys: readonly string[]; readonly does: string }

const orderLines: readonly Line[] = [
  { keys: ['B'], does: say('keyBuy') },
  { keys: ['S'], does: say('keySell') },
  { keys: ['Q'], does: say('keyAmount') },
  { keys: ['1', '2', '3', '4'], does: say('keyShares') },
  { keys: [say('keyEnter')], does: say('keySubmit') },
  { keys: [say('keyEscape')], does: say('keyLeave') },
  { keys: ['Shift', 'X'], does: say('keyCancelAll') },
]

const pageLines: readonly Line[] = [
  { keys: ['L'], does: say('keyTab') },
  { keys: ['O'], does: say('keySpeak') },
  { keys: ['P'], does: say('keyPause') },
  { keys: ['M'], does: say('keyMarkets') },
  { keys: ['?'], does: say('keyHelp') },
]

/** The sheet. */
export function KeySheet() {
  const { isOn } = useKeys()
  return (
    <Dialog isOpen onClose={() => showKeySheet(false)} title={say('keys')} shape="wide">
      <div className={styles['sheet']} data-on={isOn}>
        <p className={styles['text']}>{say(isOn ? 'keysText' : 'keysOff')}</p>
        <Checkbox checked={isOn} onChange={(event) => switchKeys(event.target.checked)}>
          {say('keysOn')}
        </Checkbox>
        <div className={styles['groups']}>
          <Lines title={say('keysOrder')} lines={orderLines} />
          <Lines title={say('keysPage')} lines={pageLines} />
        </div>
      </div>
    </Dialog>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <dl className={styles['lines']}>
        {lines.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
