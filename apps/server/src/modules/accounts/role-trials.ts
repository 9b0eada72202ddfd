/** Demo operators with one role each, to try what that role alone may do. */

export const roleTrials = [
  { demoName: 'Wati', fullName: 'Wati Operator', deskRole: 'support' },
  { demoName: 'Citra', fullName: 'Citra Operator', deskRole: 'kyc' },
  { demoName: 'Fajar', fullName: 'Fajar Operator', deskRole: 'finance' },
  { demoName: 'Rangga', fullName: 'Rangga Operator', deskRole: 'risk' },
  { demoName: 'Nadia', fullName: 'Nadia Operator', deskRole: 'admin' },
] as const
