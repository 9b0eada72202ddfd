/** The routes of accounts: signing in and what belongs to it, and the settings. */
import { type AnyRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { currentSession } from '../api/session.ts'
import { membersOnly } from '../app/members-only.ts'
import { pageFile } from '../app/page-file.ts'
import { dropAllOfSignIn, readLoginChallenge } from './login-challenge.ts'
import { isWideForMenu } from './settings-width.ts'

type Search = Record<string, unknown>

/** Pages for guests lead those who are signed in home (LOGIN-03, REG-03, PASS-02). */
function guestsOnly(): void {
  if (currentSession() !== null) throw redirect({ to: '/' })
}

/** Without a first step there is no second: everything of a sign-in is forgotten (TFA-02). */
function needsFirstStep(): void {
  if (readLoginChallenge() !== null) return
  dropAllOfSignIn()
  throw redirect({ to: '/' })
}

/** A parameter of the address as text; numbers that the router made of digits are texts again. */
function text(search: Search, key: string): string | undefined {
  const value = search[key]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function signInRoutes<Root extends AnyRoute>(root: Root) {
  const getParentRoute = () => root
  return [
    createRoute({
      getParentRoute,
      path: '/auth/login',
      beforeLoad: guestsOnly,
      validateSearch: (search: Search): { readonly demo?: string } => {
        const demo = text(search, 'demo')
        return demo === undefined ? {} : { demo }
      },
      component: lazyRouteComponent(() => pageFile(import('./login-page.tsx')), 'LoginPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/register',
      beforeLoad: guestsOnly,
      component: lazyRouteComponent(() => pageFile(import('./register-page.tsx')), 'RegisterPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/two-factor-auth',
      beforeLoad: needsFirstStep,
      component: lazyRouteComponent(
        () => pageFile(import('./two-factor-page.tsx')),
        'TwoFactorPage',
      ),
    }),
  ] as const
}

function recoveryRoutes<Root extends AnyRoute>(root: Root) {
  const getParentRoute = () => root
  return [
    createRoute({
      getParentRoute,
      path: '/auth/email-verification',
      validateSearch: (search: Search): { readonly verification_code?: string } => {
        const code = text(search, 'verification_code')
        return code === undefined ? {} : { verification_code: code }
      },
      component: lazyRouteComponent(
        () => pageFile(import('./email-verification-page.tsx')),
        'EmailVerificationPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/email-verification-token-request',
      component: lazyRouteComponent(
        () => pageFile(import('./verification-request-page.tsx')),
        'VerificationRequestPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/forgot-password',
      validateSearch: (search: Search): { readonly for?: 'change' } =>
        search['for'] === 'change' ? { for: 'change' } : {},
      // Password managers lead here who is signed in, to change what he has.
      beforeLoad: ({ search }) => {
        if (search.for !== 'change') guestsOnly()
      },
      component: lazyRouteComponent(
        () => pageFile(import('./forgot-password-page.tsx')),
        'ForgotPasswordPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/keep-factor',
      validateSearch: (search: Search): { readonly token?: string } => {
        const token = text(search, 'token')
        return token === undefined ? {} : { token }
      },
      component: lazyRouteComponent(
        () => pageFile(import('./keep-factor-page.tsx')),
        'KeepFactorPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/auth/passchange-form',
      validateSearch: (search: Search): { readonly email?: string; readonly token?: string } => {
        const [email, token] = [text(search, 'email'), text(search, 'token')]
        return { ...(email !== undefined && { email }), ...(token !== undefined && { token }) }
      },
      component: lazyRouteComponent(
        () => pageFile(import('./change-password-page.tsx')),
        'ChangePasswordPage',
      ),
    }),
  ] as const
}

function settingsRoutes<Root extends AnyRoute>(root: Root) {
  const getParentRoute = () => root
  return [
    createRoute({
      getParentRoute,
      path: '/settings',
      beforeLoad: () => {
        membersOnly()
        if (isWideForMenu()) throw redirect({ to: '/settings/profile', replace: true })
      },
      component: lazyRouteComponent(
        () => pageFile(import('./settings-menu-page.tsx')),
        'SettingsMenuPage',
      ),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/profile',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(() => pageFile(import('./profile-page.tsx')), 'ProfilePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/2fa',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(() => pageFile(import('./security-page.tsx')), 'SecurityPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/settings/delete-account',
      beforeLoad: membersOnly,
      component: lazyRouteComponent(
        () => pageFile(import('./delete-account-page.tsx')),
        'DeleteAccountPage',
      ),
    }),
  ] as const
}

/** Returns the routes of accounts below the app's root. */
export function accountRoutes<Root extends AnyRoute>(root: Root) {
  return [...signInRoutes(root), ...recoveryRoutes(root), ...settingsRoutes(root)] as const
}
