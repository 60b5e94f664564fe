/**
 * The fraud alert banner stands here, above everything else, once there are alerts. It is read with the page on the server, so
 * that nothing moves when it comes.
 */
export function FraudAlertPlace() {
  return null;
}
