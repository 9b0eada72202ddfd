/** Stands on the landing page for the parts that only the app shows, to those who are signed in. */

const nothing = () => null

export {
  nothing as IdentityNote,
  nothing as OwnAccount,
  nothing as OwnActions,
  nothing as OwnBell,
  nothing as SuspensionBar,
  nothing as VerificationModal,
}
