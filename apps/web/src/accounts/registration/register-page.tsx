/** Registering (REG-01 to REG-21): the form, the terms to read to their end, the result. */
import { accountMessages, formatRupiah } from '@tukar/i18n'
import { useState } from 'react'
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { clientConfig, isSimulation } from '../../app/client-config.ts'
import { sayer } from '../../app/translate.ts'
import { Button, Link } from '../../ui/button.tsx'
import { LiveRegion } from '../../ui/feedback.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, PasswordField } from '../../ui/field.tsx'
import { register as registerAccount } from '../account-calls.ts'
import { AuthPage } from '../sign-in/auth-page.tsx'
import styles from '../sign-in/auth.module.css'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { accountFailureText } from '../failure.ts'
import { MailFirst } from './mail-first.tsx'
import {
  lastError,
  registrationErrors,
  registrationFields,
  type RegistrationValues,
} from './registration.ts'
import { type Result, ResultDialog, type WayOn } from '../result-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'
import { useCaptcha } from '../captcha/use-captcha.ts'

const say = sayer(accountMessages)

type Values = { -readonly [Key in keyof RegistrationValues]: RegistrationValues[Key] }
type Form = UseFormReturn<Values>

const nothing: Values = { name: '', email: '', password: '', passwordConfirm: '', isAgreed: false }

/** Our own rules as the form library wants them: a type and a text per field. */
const resolver: Resolver<Values> = (values) => {
  const errors = registrationErrors(values)
  const entries = registrationFields.flatMap((field) => {
    const error = errors[field]
    return error === undefined ? [] : [[field, { type: error, message: say(error) }]]
  })
  return entries.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: Object.fromEntries(entries) }
}

/** REG-20, CONST-04 */
const way: WayOn = { to: '/auth/login', afterSeconds: 10 }

/** `/auth/register` */
export function RegisterPage() {
  const rupiah = formatRupiah(clientConfig.startingFunds.rupiah, 0)
  return (
    <AuthPage
      title={say('registerTitle')}
      text={isSimulation ? say('registerTextSimulation', { rupiah }) : say('registerText')}
      foot={
        <p>
          {say('haveAccount')} <Link to="/auth/login">{say('loginLink')}</Link>
        </p>
      }
    >
      <RegisterForm />
    </AuthPage>
  )
}

function RegisterForm() {
  const form = useForm<Values>({
    defaultValues: nothing,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const { formState, handleSubmit } = form
  const captcha = useCaptcha()
  const [result, setResult] = useState<Result | null>(null)
  const [email, setEmail] = useState('')
  const [status, setStatus] = useState('')
  const alert = useAlert()
  const { onSubmit } = useBusy()
  const submit = handleSubmit(
    async (values) => {
      alert.clear()
      setStatus('')
      const outcome = await registerAccount(values, captcha)
      setEmail(values.email.trim())
      if (outcome.ok) form.reset(nothing)
      setResult(
        outcome.ok
          ? { isGood: true, message: outcome.message }
          : { isGood: false, message: accountFailureText(outcome) },
      )
    },
    () => {
      alert.clear()
      const errors = registrationErrors(form.getValues())
      // The last error is said aloud; differing passwords are told above the page too (DEC-26).
      const last = lastError(errors)
      setStatus(last === null ? '' : say(last))
      if (errors.passwordConfirm === 'confirmDifferent') alert.tell('bad', say('confirmAlert'))
    },
  )
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <TextFields form={form} />
      <TermsField form={form} />
      <CaptchaField captcha={captcha} />
      <Button type="submit" kind="primary" isWide isBusy={formState.isSubmitting}>
        {say(formState.isSubmitting ? 'creating' : 'createAccount')}
      </Button>
      <LiveRegion>{status}</LiveRegion>
      <ResultDialog
        result={result}
        goodTitle={say('resultGood')}
        badTitle={say('resultBad')}
        way={way}
        first={<MailFirst email={email} text={say('registerMailFirst', { email })} />}
        onClose={() => setResult(null)}
      />
    </form>
  )
}

function TextFields({ form }: { readonly form: Form }) {
  const { register, formState, clearErrors } = form
  const field = (name: Exclude<keyof Values, 'isAgreed'>) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: formState.errors[name]?.message ?? null,
    onClick: () => clearErrors(name),
  })
  return (
    <>
      <Field label={say('name')} note={say('nameNote')} autoComplete="name" {...field('name')} />
      <Field
        label={say('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <PasswordField
        label={say('password')}
        note={say('passwordNote')}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField
        label={say('passwordConfirm')}
        autoComplete="new-password"
        {...field('passwordConfirm')}
      />
    </>
  )
}

/** The box opens the terms (REG-04); it is ticked by accepting them and unticked by declining. */
function TermsField({ form }: { readonly form: Form }) {
  const [isOpen, setOpen] = useState(false)
  const isAgreed = form.watch('isAgreed')
  const error = form.formState.errors.isAgreed?.message ?? null
  const decide = (isAccepted: boolean) => {
    setOpen(false)
    form.setValue('isAgreed', isAccepted)
    if (isAccepted) form.clearErrors('isAgreed')
    else form.setError('isAgreed', { type: 'termsRequired', message: say('termsRequired') })
  }
  return (
    <>
      <Checkbox
        checked={isAgreed}
        error={error}
        onChange={(event) => {
          form.clearErrors('isAgreed')
          if (event.target.checked) setOpen(true)
          else form.setValue('isAgreed', false)
        }}
      >
        {say('termsAgree', { terms: say('termsName') })}
      </Checkbox>
      <TermsDialog
        isOpen={isOpen}
        onAccept={() => decide(true)}
        onDecline={() => decide(false)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
