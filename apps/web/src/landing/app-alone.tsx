/** The landing page's replacement for components that only signed-in users of the app see. */

const nothing = () => null

export {
  nothing as IdentityNote,
  nothing as UserAccount,
  nothing as UserActions,
  nothing as UserBell,
  nothing as SuspensionBar,
  nothing as VerificationModal,
}
