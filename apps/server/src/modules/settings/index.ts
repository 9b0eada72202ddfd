/** The API of the settings module: settings that operators change while the exchange runs. */
export { type CompanySettings, companySettingsOf } from './company.ts'
export { registerSettingsDesk } from './desk.ts'
export { type LiveSettings, openLiveSettings } from './live-settings.ts'
export { proveEarlierSettings, unprovenSettings } from './store.ts'
export {
  countSetting,
  requireAtLeast,
  requireAtMost,
  rupiahSetting,
  type Setting,
  type SettingGroup,
  type SettingReader,
  switchSetting,
  textSetting,
} from './setting.ts'
