export const AlertsTab = () => null;
