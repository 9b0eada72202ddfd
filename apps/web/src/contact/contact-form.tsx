/**
 * The contact form (LEGAL-04 to LEGAL-07, DEC-41). After a success it shows thanks, and 2 s later it is empty
 * again. After a refusal it shows the server's text and keeps its input.
 */
import { contactMessages } from '@tukar/i18n'
import { isEmail } from '@tukar/wire'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useProfile } from '../accounts/settings/profile.ts'
import { failureText } from '../api/failure-text.ts'
import { pageTranslator } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { Field, TextAreaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type ContactMessage, sendMessage } from './contact-calls.ts'
import styles from './contact-page.module.css'

const t = pageTranslator(contactMessages)

/** When the form is reset after a success (CONST-06). */
const renewMs = 2_000
const nameLengthMax = 100
const emailLengthMax = 254
const subjectLengthMax = 150
const messageLengthMax = 5_000

const empty: ContactMessage = { name: '', email: '', subject: '', message: '' }

/** The form; name and e-mail are prefilled for signed-in users. */
export function ContactForm() {
  const profile = useProfile()
  const [sentFrom, setSentFrom] = useState<string | null>(null)
  const form = useForm<ContactMessage>({ defaultValues: empty })
  const { reset, formState } = form

  useEffect(() => {
    if (profile === null) return
    const { name, email, ...rest } = form.getValues()
    reset({ ...rest, name: name || profile.fullName, email: email || profile.email })
  }, [profile, form, reset])

  useEffect(() => {
    if (sentFrom === null) return undefined
    const timer = setTimeout(() => {
      const { name, email } = form.getValues()
      reset({ ...empty, name: profile === null ? '' : name, email: profile === null ? '' : email })
    }, renewMs)
    return () => clearTimeout(timer)
  }, [sentFrom, profile, form, reset])

  const submit = form.handleSubmit(async (values) => {
    setSentFrom(null)
    const failure = await sendMessage(values)
    if (failure === null) setSentFrom(values.email.trim())
    else toast('bad', t('notSent'), failureText(failure))
  })
  return (
    <form
      className={styles['form']}
      aria-label={t('formName')}
      noValidate
      onSubmit={(event) => {
        submit(event).catch(() => undefined)
      }}
    >
      <Fields form={form} />
      <Button
        type="submit"
        kind="primary"
        isBusy={formState.isSubmitting}
        className={styles['submit']}
      >
        {t(formState.isSubmitting ? 'sending' : 'send')}
      </Button>
      <div aria-live="polite" className={styles['told']}>
        {sentFrom !== null && (
          <Banner tone="good">
            <strong>{t('thanks')}</strong>
            <p>{t('thanksText', { email: sentFrom })}</p>
          </Banner>
        )}
      </div>
    </form>
  )
}

function Fields({ form }: { readonly form: ReturnType<typeof useForm<ContactMessage>> }) {
  const { register, formState, control } = form
  const { errors } = formState
  const message = useWatch({ control, name: 'message' })
  const filled = (text: string) => (value: string) => value.trim() !== '' || text
  return (
    <>
      <div className={styles['pair']}>
        <Field
          label={t('name')}
          autoComplete="name"
          maxLength={nameLengthMax}
          error={errors.name?.message ?? null}
          {...register('name', { validate: filled(t('nameEmpty')) })}
        />
        <Field
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={emailLengthMax}
          error={errors.email?.message ?? null}
          {...register('email', {
            validate: {
              filled: filled(t('emailEmpty')),
              valid: (email) => isEmail(email) || t('emailInvalid'),
            },
          })}
        />
      </div>
      <Field
        label={t('subject')}
        maxLength={subjectLengthMax}
        error={errors.subject?.message ?? null}
        {...register('subject', { validate: filled(t('subjectEmpty')) })}
      />
      <TextAreaField
        label={t('message')}
        rows={6}
        maxLength={messageLengthMax}
        aside={t('messageCount', { count: message.length, most: messageLengthMax })}
        error={errors.message?.message ?? null}
        {...register('message', { validate: filled(t('messageEmpty')) })}
      />
    </>
  )
}
