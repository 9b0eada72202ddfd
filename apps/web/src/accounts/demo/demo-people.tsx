/** The demo people of simulation mode: one click signs in as one of them. */
import { accountMessages, initialOf } from '@tukar/i18n'
import { useEffect, useRef, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useResource } from '../../api/resource.ts'
import { sayer } from '../../app/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, Skeleton } from '../../ui/feedback.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from '../sign-in/auth.module.css'
import { demoCast, enterAsDemo } from './demo.ts'
import { type DemoPerson, type RoleTrial, trialRoles } from './demo-types.ts'

const say = sayer(accountMessages)
/** Where operators work: a page of its own beside the app. */
const operatorHome = '/executor'
/** How many people a simulation has; the skeleton's size. */
const peopleExpected = 4

/** The card with the people; the chosen one, if there is such a person, as the main button. */
export function DemoPeople({ chosen }: { readonly chosen: string | null }) {
  const loaded = useResource(demoCast)
  const people = loaded.state === 'ready' ? loaded.value.people : undefined
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const person = people?.find((candidate) => isCalled(candidate, chosen))
  const enter = async ({ name, role }: DemoPerson) => {
    setBusy(name)
    setError(null)
    const failure = await enterAsDemo(name)
    if (failure === null) location.assign(role === 'operator' ? operatorHome : '/')
    else {
      setBusy(null)
      setError(failureText(failure))
    }
  }
  const click = (chosenOne: DemoPerson) => () => {
    enter(chosenOne).catch(() => setBusy(null))
  }
  if (loaded.state === 'error') return <Banner tone="warn">{say('demoFailed')}</Banner>
  return (
    <section className={styles['demo']} aria-labelledby="demo-title">
      <h2 id="demo-title">{say('demoTitle')}</h2>
      <p>{say('demoText')}</p>
      {error !== null && (
        <Banner tone="bad" isSpoken>
          {error}
        </Banner>
      )}
      {chosen !== null && people !== undefined && person === undefined && (
        <Banner tone="warn">{say('demoUnknown', { name: chosen })}</Banner>
      )}
      {chosen !== null && people === undefined && <Skeleton height={48} />}
      {person !== undefined && (
        <ChosenButton name={person.name} isBusy={busy === person.name} onClick={click(person)} />
      )}
      <ul className={styles['people']}>
        {people === undefined
          ? Array.from({ length: peopleExpected }, (_, index) => (
              <li key={index}>
                <Skeleton height={104} />
              </li>
            ))
          : people.map((entry) => (
              <li key={entry.name}>
                <PersonButton person={entry} isBusy={busy !== null} onClick={click(entry)} />
              </li>
            ))}
      </ul>
      <RoleTrials
        trials={loaded.state === 'ready' ? loaded.value.trials : undefined}
        isBusy={busy !== null}
        onPick={({ name }) => click({ name, role: 'operator' })()}
      />
    </section>
  )
}

const roleWords = {
  support: say('trialSupport'),
  kyc: say('trialKyc'),
  finance: say('trialFinance'),
  risk: say('trialRisk'),
  admin: say('trialAdmin'),
} as const satisfies Record<RoleTrial['role'], string>

type RoleTrialsProps = {
  /** Undefined while they are on their way. */
  readonly trials: readonly RoleTrial[] | undefined
  readonly isBusy: boolean
  readonly onPick: (trial: RoleTrial) => void
}

/** What stands there until it is known who they are, of the same size. */
const expectedTrials: readonly RoleTrial[] = trialRoles.map((role) => ({ role, name: '' }))

/** The console as an operator of one role alone sees it. */
function RoleTrials({ trials, isBusy, onPick }: RoleTrialsProps) {
  if (trials?.length === 0) return null
  return (
    <div className={styles['trials']} role="group" aria-label={say('trials')}>
      <p>{say('trials')}</p>
      {(trials ?? expectedTrials).map((trial) => (
        <Button
          key={trial.role}
          size="small"
          disabled={isBusy || trials === undefined}
          onClick={() => onPick(trial)}
        >
          {roleWords[trial.role]}
        </Button>
      ))}
    </div>
  )
}

/** The person that the link named: focused as soon as it is there, so that Enter is the one click. */
function ChosenButton({
  name,
  isBusy,
  onClick,
}: {
  readonly name: string
  readonly isBusy: boolean
  readonly onClick: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Who is already typing elsewhere is left there.
    if (document.activeElement?.matches('input, select, textarea') === true) return
    place.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={place}>
      <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={onClick}>
        {say('demoChosen', { name })}
        <Icon name="arrow-right" size={18} />
      </Button>
    </div>
  )
}

function isCalled(person: DemoPerson, name: string | null): boolean {
  return name !== null && person.name.toLowerCase() === name.toLowerCase()
}

function PersonButton({
  person,
  isBusy,
  onClick,
}: {
  readonly person: DemoPerson
  readonly isBusy: boolean
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className={styles['person']}
      title={say('demoSignIn', { name: person.name })}
      disabled={isBusy}
      onClick={onClick}
    >
      <span className={styles['avatar']} aria-hidden="true">
        {initialOf(person.name)}
      </span>
      {person.name}
      <span className={styles['role']}>
        {say(person.role === 'operator' ? 'demoOperator' : 'demoTrader')}
      </span>
    </button>
  )
}
