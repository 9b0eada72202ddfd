/** The landing page's replacement for components that only signed-in users of the app see. */

const nothing = () => null

export {
  nothing as IdentityNote,
  nothing as OwnAccount,
  nothing as OwnActions,
  nothing as OwnBell,
  nothing as SuspensionBar,
  nothing as VerificationModal,
}
