/** Actions of people who verify their identity in the dialog. */
import {
  consoleIdentityMessages,
  kycModalMessages,
  type Language,
  createTranslator,
} from '@tukar/i18n'
import type { Locator, Page } from 'playwright-core'
import { signInAs } from '../harness/enter.ts'
import type { Visitor } from '../harness/browser.ts'
import {
  denyCamera,
  type FaceName,
  type FakeCamera,
  type IdDocument,
} from '../harness/fake-camera.ts'
import { textAt } from '../harness/http.ts'
import {
  confirmEmail,
  goodPassword,
  newIdentity,
  type Person,
  signIn,
  signUp,
  signupBody,
} from '../harness/people.ts'
import type { RunningServer } from '../harness/server.ts'

/** The texts of the dialog in a language. */
export const createModalTranslator = (language: Language) =>
  createTranslator(kycModalMessages, language)
/** The console's texts about identities. */
export const createReviewTranslator = (language: Language) =>
  createTranslator(consoleIdentityMessages, language)

/** Names of people and their cards. */
const names = ['Siti Rahayu Pertiwi', 'Dewi Anggraini Putri', 'Rina Kusuma Wardani'] as const

/** A person whose account has the name of a fictional card. */
export async function namedPerson(
  { client }: Pick<RunningServer, 'client'>,
  name: string = names[0],
): Promise<Person> {
  const identity = { name, email: newIdentity('kartu').email }
  const signup = await signUp(client, signupBody(identity))
  if (signup.body['success'] !== 1) throw new Error(`sign-up: ${signup.text}`)
  await confirmEmail(client, identity.email)
  const answer = await signIn(client, identity.email, goodPassword)
  const token = textAt(answer.body, 'token')
  return { ...identity, password: goodPassword, token, usid: Number(answer.body['usid']) }
}

/**
 * The last digits of card numbers, each used once. Some other digits are sometimes misread, which would send
 * the case to a review.
 */
const serials = '3493 9732 3182 3658 4781 4714 5835 7679 0030 3667 5333 4273'.split(' ')

/** The card of a woman born on 1 July 1990 in Jakarta, with a new number. */
export function cardOf(name: string, face: FaceName | null): IdDocument {
  const serial = serials.shift()
  if (serial === undefined) throw new Error('all card numbers are used')
  return { kind: 'card', name, number: `317101410790${serial}`, face }
}

export type Dialog = {
  readonly page: Page
  readonly dialog: Locator
  readonly translate: ReturnType<typeof createModalTranslator>
}

/** Opens the dialog. The browser allows the camera unless the options deny it. */
export async function openDialog(
  visitor: Visitor,
  person: Person,
  hasCamera = true,
): Promise<Dialog> {
  const { context, page, display } = visitor
  if (!hasCamera) await denyCamera(context)
  await signInAs(visitor, person)
  await page.goto('/#verify')
  const translate = createModalTranslator(display.language)
  const dialog = page.getByRole('dialog', { name: translate('title') })
  await dialog.getByRole('checkbox').waitFor()
  return { page, dialog, translate }
}

/** Agrees, and waits for the document step. */
export async function agree({ dialog, translate }: Dialog): Promise<void> {
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: translate('begin') }).click()
  await dialog.getByRole('heading', { name: translate('documentTitle') }).waitFor()
}

/** Chooses the file of the current side. */
export async function chooseSide(
  { dialog }: Pick<Dialog, 'dialog'>,
  buffer: Buffer,
  mimeType = 'image/jpeg',
): Promise<void> {
  const file = { name: 'card.jpg', mimeType, buffer }
  await dialog.locator('input[type=file]').setInputFiles(file)
}

/** Submits both sides for the check. */
export async function sendDocument(dialog: Dialog, front: Buffer, back: Buffer): Promise<void> {
  const { translate } = dialog
  const picture = (name: string) =>
    dialog.dialog.getByRole('img', { name: translate('pictureOf', { what: name }) })
  await chooseSide(dialog, front)
  await picture(translate('documentFront')).waitFor()
  await chooseSide(dialog, back)
  await picture(translate('documentBack')).waitFor()
  await dialog.dialog.getByRole('button', { name: translate('sendDocument') }).click()
}

/** Takes a picture of the camera's face and submits it for the check. */
export async function sendFace({ dialog, translate }: Dialog): Promise<void> {
  await dialog.getByRole('heading', { name: translate('biometricTitle') }).waitFor()
  await dialog.getByRole('button', { name: translate('openCamera') }).click()
  await dialog.getByRole('button', { name: translate('takePicture') }).click()
  const taken = translate('pictureOf', { what: translate('biometricTitle') })
  await dialog.getByRole('img', { name: taken }).waitFor()
  await dialog.getByRole('button', { name: translate('sendFace') }).click()
}

/** Waits for the error step with this text, and goes back. */
export async function goBackFrom({ dialog, translate }: Dialog, text: string): Promise<void> {
  await dialog.getByRole('alert').getByText(text).waitFor()
  await dialog.getByRole('button', { name: translate('back') }).click()
}

/** The back of any card, from which nothing is read. */
export function backOf(camera: FakeCamera): Promise<Buffer> {
  return camera.paper({ kind: 'card', name: '', number: '', face: null, isBlurred: true })
}
