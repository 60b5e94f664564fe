export const UsersTab = () => null;
