/**
 * The contact form (LEGAL-04 to LEGAL-07, DEC-41): thanks on success alone, and 2 s later the form is
 * as new; after a refusal the server's text is said and what was typed stays.
 */
import { contactMessages } from '@tukar/i18n'
import { isEmail } from '@tukar/wire'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useProfile } from '../accounts/settings/profile.ts'
import { failureText } from '../api/failure-text.ts'
import { sayer } from '../app/translate.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { Field, TextAreaField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type ContactMessage, sendMessage } from './contact-calls.ts'
import styles from './contact-page.module.css'

const say = sayer(contactMessages)

/** When the form is as new after a message was taken (CONST-06). */
const renewMs = 2_000
const nameLengthMax = 100
const emailLengthMax = 254
const subjectLengthMax = 150
const messageLengthMax = 5_000

const empty: ContactMessage = { name: '', email: '', subject: '', message: '' }

/** The form; who is signed in finds name and e-mail filled in. */
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
    else toast('bad', say('notSent'), failureText(failure))
  })
  return (
    <form
      className={styles['form']}
      aria-label={say('formName')}
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
        {say(formState.isSubmitting ? 'sending' : 'send')}
      </Button>
      <div aria-live="polite" className={styles['told']}>
        {sentFrom !== null && (
          <Banner tone="good">
            <strong>{say('thanks')}</strong>
            <p>{say('thanksText', { email: sentFrom })}</p>
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
          label={say('name')}
          autoComplete="name"
          maxLength={nameLengthMax}
          error={errors.name?.message ?? null}
          {...register('name', { validate: filled(say('nameEmpty')) })}
        />
        <Field
          label={say('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={emailLengthMax}
          error={errors.email?.message ?? null}
          {...register('email', {
            validate: {
              filled: filled(say('emailEmpty')),
              valid: (email) => isEmail(email) || say('emailInvalid'),
            },
          })}
        />
      </div>
      <Field
        label={say('subject')}
        maxLength={subjectLengthMax}
        error={errors.subject?.message ?? null}
        {...register('subject', { validate: filled(say('subjectEmpty')) })}
      />
      <TextAreaField
        label={say('message')}
        rows={6}
        maxLength={messageLengthMax}
        aside={say('messageCount', { count: message.length, most: messageLengthMax })}
        error={errors.message?.message ?? null}
        {...register('message', { validate: filled(say('messageEmpty')) })}
      />
    </>
  )
}
