/** Registration (REG-01 to REG-21): the form, the terms to read to their end, the result. */
import { accountMessages, formatRupiah } from '@tukar/i18n'
import { useState } from 'react'
import { type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { clientConfig, isSimulation } from '../../app/client-config.ts'
import { pageTranslator } from '../../app/translate.ts'
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
import { type Result, ResultDialog, type NextPage } from '../result-dialog.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { useAlert } from '../use-alert.ts'
import { useBusy } from '../use-busy.ts'
import { useCaptcha } from '../captcha/use-captcha.ts'

const t = pageTranslator(accountMessages)

type Values = { -readonly [Key in keyof RegistrationValues]: RegistrationValues[Key] }
type Form = UseFormReturn<Values>

const nothing: Values = { name: '', email: '', password: '', passwordConfirm: '', isAgreed: false }

/** Converts our rules to the form library's format: a type and a text per field. */
const resolver: Resolver<Values> = (values) => {
  const errors = registrationErrors(values)
  const entries = registrationFields.flatMap((field) => {
    const error = errors[field]
    return error === undefined ? [] : [[field, { type: error, message: t(error) }]]
  })
  return entries.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: Object.fromEntries(entries) }
}

/** After a success, the login page (REG-20, CONST-04). */
const nextPage: NextPage = { to: '/auth/login', afterSeconds: 10 }

/** `/auth/register` */
export function RegisterPage() {
  const rupiah = formatRupiah(clientConfig.startingFunds.rupiah, 0)
  return (
    <AuthPage
      title={t('registerTitle')}
      text={isSimulation ? t('registerTextSimulation', { rupiah }) : t('registerText')}
      foot={
        <p>
          {t('haveAccount')} <Link to="/auth/login">{t('loginLink')}</Link>
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
      // The last error is announced. Differing passwords are also shown above the page (DEC-26).
      const last = lastError(errors)
      setStatus(last === null ? '' : t(last))
      if (errors.passwordConfirm === 'confirmDifferent') alert.show('bad', t('confirmAlert'))
    },
  )
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => onSubmit(event, submit)}>
      <TextFields form={form} />
      <TermsField form={form} />
      <CaptchaField captcha={captcha} />
      <Button type="submit" kind="primary" isWide isBusy={formState.isSubmitting}>
        {t(formState.isSubmitting ? 'creating' : 'createAccount')}
      </Button>
      <LiveRegion>{status}</LiveRegion>
      <ResultDialog
        result={result}
        goodTitle={t('resultGood')}
        badTitle={t('resultBad')}
        nextPage={nextPage}
        first={<MailFirst email={email} text={t('registerMailFirst', { email })} />}
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
      <Field label={t('name')} note={t('nameNote')} autoComplete="name" {...field('name')} />
      <Field
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <PasswordField
        label={t('password')}
        note={t('passwordNote')}
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordField
        label={t('passwordConfirm')}
        autoComplete="new-password"
        {...field('passwordConfirm')}
      />
    </>
  )
}

/** The checkbox opens the terms (REG-04). Accepting the terms checks it, declining clears it. */
function TermsField({ form }: { readonly form: Form }) {
  const [isOpen, setOpen] = useState(false)
  const isAgreed = form.watch('isAgreed')
  const error = form.formState.errors.isAgreed?.message ?? null
  const decide = (isAccepted: boolean) => {
    setOpen(false)
    form.setValue('isAgreed', isAccepted)
    if (isAccepted) form.clearErrors('isAgreed')
    else form.setError('isAgreed', { type: 'termsRequired', message: t('termsRequired') })
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
        {t('termsAgree', { terms: t('termsName') })}
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
